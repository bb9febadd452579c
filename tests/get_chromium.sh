#!/bin/sh
# Debian's Chromium for the tests of the web app, where it is missing and can be installed.
set -u
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -n "${CHROMIUM:-}" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the tests of the web app (once) ..."
    if apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; then
        exit 0
    fi
    echo "Chromium could not be installed."
fi
echo "SKIPPED: the tests in a browser. There is no Chromium, and it cannot be installed without root and apt." >&2
echo "         Install chromium, or set CHROMIUM to the path of one, and run the tests again." >&2
exit 0

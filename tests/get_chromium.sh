#!/bin/sh
# Debian's Chromium for the tests of the web app, where it is missing and can be installed: the one without windows,
# which needs much less processor time.
set -u
[ -n "${CHROMIUM:-}" ] && exit 0
command -v chromium-headless-shell >/dev/null 2>&1 && exit 0
with_windows() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}
install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null 2>&1
}
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the tests of the web app (once) ..."
    install chromium-headless-shell && exit 0
    with_windows && exit 0
    if apt-get update -qq >/dev/null && { install chromium-headless-shell || install chromium; }; then
        exit 0
    fi
    echo "Chromium could not be installed."
fi
with_windows && exit 0
echo "SKIPPED: the tests in a browser. There is no Chromium, and it cannot be installed without root and apt." >&2
echo "         Install chromium, or set CHROMIUM to the path of one, and run the tests again." >&2
exit 0

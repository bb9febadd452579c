"""A real Chromium against a real server process, for the tests of the web app.

Its fixtures are there for every test in `web/`. A page fails its test when the browser writes an error to its console
or asks another host for anything.

PYTEST_DONT_REWRITE: others may import this before pytest takes it for a plugin.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

__all__ = ["QUIET", "Site", "Visitor", "browser", "chromium_path", "running_site", "site", "visit"]

ROOT = Path(__file__).parent.parent
ARTEFACTS = Path(__file__).parent / "artefacts"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""How Chromium is started so that it asks nobody for anything on its own."""
_WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
_PATIENCE = 30.0
expect.set_options(timeout=_PATIENCE * 1000)


class Site:
    """A server process on a port and a database of its own; it can be killed and started again."""

    def __init__(self, folder: Path, packages: Sequence[Path] = (), rulebooks: Sequence[Path] = ()) -> None:
        self._folder = folder
        self._packages = tuple(packages)
        self._rulebooks = tuple(rulebooks)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        self.database = folder / "tables.sqlite"

    @property
    def address(self) -> str:
        """Where the server is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", "rulewright", "serve", "--port", str(self.port)]
        command += ["--database", str(self.database)]
        command += [word for book in self._rulebooks for word in ("--rulebook", str(book))]
        with (self._folder / "server.log").open("ab") as log:
            path = os.pathsep.join([*map(str, self._packages), *filter(None, [os.environ.get("PYTHONPATH")])])
            environment = {**os.environ, "PYTHONPATH": path}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder, env=environment)
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self._folder / "server.log").read_text())
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/v1/games", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self, kill: bool = False) -> None:
        """Let the server finish, or kill it where it stands."""
        if self._process is None:
            return
        (self._process.kill if kill else self._process.terminate)()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def last_words(self) -> list[str]:
        """The last lines that the server has written: why something failed."""
        return (self._folder / "server.log").read_text(encoding="utf-8").splitlines()[-40:]

    def ask(self, path: str, body: Any = None) -> Any:
        """What the server itself answers, without a browser."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Origin": self.address}
        request = urllib.request.Request(f"{self.address}/api/v1{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def _free_port() -> int:
    with socket.socket() as wanted:
        wanted.bind(("127.0.0.1", 0))
        return int(wanted.getsockname()[1])


@contextmanager
def running_site(packages: Sequence[Path] = (), rulebooks: Sequence[Path] = ()) -> Iterator[Site]:
    """A server in a folder that is removed afterwards; `packages` are folders of further installed games."""
    with tempfile.TemporaryDirectory(prefix="rulewright-web-") as folder:
        site = Site(Path(folder), packages, rulebooks)
        site.start()
        try:
            yield site
        finally:
            site.stop()


class Visitor:
    """One person's browser: its cookies and storage are its own."""

    def __init__(self, site: Site, context: BrowserContext) -> None:
        self.site = site
        self.context = context
        self.troubles: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of console errors that this test brings about on purpose, such as a refused request."""
        context.on("request", self._look_at_request)
        context.on("console", self._look_at_console)
        context.on("weberror", lambda error: self.troubles.append(f"uncaught: {error.error}"))
        self.page: Page = context.new_page()
        self.page.set_default_timeout(_PATIENCE * 1000)

    def _look_at_request(self, request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme in ("http", "https", "ws", "wss") and where.netloc != f"127.0.0.1:{self.site.port}":
            self.troubles.append(f"asked another host: {request.url}")

    def _look_at_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def go(self, path: str) -> Page:
        """Open a page and wait until it has its heading and nothing that only holds a place."""
        self.page.goto(self.site.address + path)
        self.page.locator("main h1").wait_for()
        self.page.wait_for_function("() => !document.querySelector('main .skeleton, main [aria-busy=true]')")
        return self.page

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers to this browser, with its cookies, without a page."""
        return self._send("POST", path, body)

    def put(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The same for what is set."""
        return self._send("PUT", path, body)

    def _send(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        url, origin = f"{self.site.address}/api/v1{path}", {"Origin": self.site.address}
        answer = self.context.request.fetch(url, method=method, data=body or {}, headers=origin)
        assert answer.ok, f"{answer.status} {answer.text()}"
        return answer.json()

    def picture(self, name: str) -> None:
        """A screenshot of the whole page for looking at, when `PICTURES` is set: they take their time."""
        if os.environ.get("PICTURES"):
            ARTEFACTS.mkdir(exist_ok=True)
            self.page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)

    def unwelcome(self, colours_only: bool = False) -> list[str]:
        """What this person could not use, by WCAG 2.2 AA as far as axe can tell.

        The page is scrolled to its top meanwhile: axe takes a button half under the bar for a small one.
        """
        if not AXE.exists():
            pytest.skip("axe-core is not there: run `npm ci` in web/")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        wanted: dict[str, Any] = {"type": "tag", "values": [*_WCAG, "best-practice"]}
        if colours_only:
            wanted = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
        script = """async only => {
            const [left, top] = [scrollX, scrollY];
            scrollTo({left: 0, top: 0, behavior: "instant"});
            const found = await axe.run(document, {runOnly: only, resultTypes: ["violations"]});
            scrollTo({left, top, behavior: "instant"});
            return found;
        }"""
        found = self.page.evaluate(script, wanted)
        return [
            f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the window."""
        script = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(script))

    def close(self) -> None:
        """Close the browser's window; whatever went wrong unnoticed fails the test now."""
        self.context.close()
        left = [one for one in self.troubles if not any(part in one for part in self.expected)]
        if any("status of 500" in one for one in left):
            left += self.site.last_words()
        assert not left, "\n".join(left)


def chromium_path(with_windows: bool = False) -> str | None:
    """Where Chromium is, if there is one; the one without windows needs much less processor time, so tests take that.

    What is measured or pictured is so with the one `with_windows` that people use, where it is there.
    """
    named = os.environ.get("CHROMIUM")
    usual, small = ("chromium", "chromium-browser", "google-chrome"), ("chromium-headless-shell",)
    found = (shutil.which(name) for name in ((*usual, *small) if with_windows else (*small, *usual)))
    return named or next((path for path in found if path), None)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A server for all tests of the pages."""
    if not (files("rulewright.server") / "web" / "index.html").is_file():
        pytest.skip("the web app is not built: install the package, or run web/build.mjs")
    with running_site() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip that says why."""
    found = chromium_path()
    if found is None:
        pytest.skip("NO CHROMIUM: the web app is not tested; install chromium or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Make a visitor; keywords are those of a browser's context (viewport, color_scheme, ...)."""
    made: list[Visitor] = []

    def make(**how: Any) -> Visitor:
        settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        visitor = Visitor(site, browser.new_context(**(settings | how)))
        made.append(visitor)
        return visitor

    yield make
    for one in made:
        one.close()

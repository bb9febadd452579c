"""Every numbered rule of every installed game has a passing test that carries its number, or a waiver.

Tests carry numbers with `@pytest.mark.rule("TW-13", "TW-14")`. When the whole suite is run, the
numbers of the tests that passed are compared with the games' inventories, and the run fails if
one is missing. Waivers stand in `waivers.toml`, each with its reason.
"""

import tomllib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from rulewright.game import find_game, installed_games

if TYPE_CHECKING:
    from postgres_server import PostgresServer

HERE = Path(__file__).parent
_KEY = "rule"

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The address of a server that is fresh for the module."""
    from serving import running

    with running() as address:
        yield address


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> None:
    """Registers the fixtures of the browser with the first module of `web/`."""
    plugins = parent.config.pluginmanager
    if module_path.parent.name == "web" and not plugins.has_plugin("web_browser"):
        plugins.import_plugin("web_browser")


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A real PostgreSQL server; each worker that needs one has its own."""
    from postgres_server import running_postgres  # only for tests that use it

    with running_postgres() as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    for mark in item.iter_markers("rule"):
        report.user_properties.extend((_KEY, number) for number in mark.args)
    return report


class RuleCoverage:
    """Gathers the rules that passing tests carry and compares them with the inventories."""

    def __init__(self) -> None:
        self.shown: set[str] = set()
        self.missing: list[str] = []
        self.unknown: list[str] = []
        self.enforced = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.shown.update(str(value) for key, value in report.user_properties if key == _KEY)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        config = session.config
        partial = (
            config.option.keyword or getattr(config.option, "lf", False) or config.args != config.getini("testpaths")
        )
        if partial or config.option.markexpr not in ("", "not soak") or config.option.collectonly:
            return
        self.enforced = True
        waived = tomllib.loads((HERE / "waivers.toml").read_text())
        numbered: set[str] = set()
        for slug in installed_games():
            inventory = find_game(slug).inventory
            numbered |= inventory.rules.keys() | inventory.rulings.keys()
            self.missing += [number for number in inventory.rules if number not in self.shown and number not in waived]
        self.unknown = sorted((self.shown | waived.keys()) - numbered)
        if (self.missing or self.unknown) and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.enforced:
            return
        if self.missing:
            terminalreporter.write_line(
                f"rules without a passing test or a waiver: {', '.join(self.missing)}", red=True
            )
        if self.unknown:
            terminalreporter.write_line(f"tests or waivers name unknown rules: {', '.join(self.unknown)}", red=True)
        if not self.missing and not self.unknown:
            terminalreporter.write_line("every numbered rule is shown by a test or waived")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # with xdist only the controller sees every report
        config.pluginmanager.register(RuleCoverage(), "rule-coverage")

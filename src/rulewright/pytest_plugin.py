"""The pytest plug-in: `pytest lanterns.md` checks a rulebook, one test for each check of `rulewright.testing`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_FRONT = 200
"""Characters at the start of a file within which a rulebook's front matter says that it is one."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file as a `RulebookFile` if it is a rulebook."""
    if file_path.suffix != ".md":
        return None
    with file_path.open(encoding="utf-8", errors="replace") as file:
        front = file.read(_FRONT)
    if not front.startswith("+++") or "rulebook" not in front:
        return None
    return RulebookFile.from_parent(parent, path=file_path)


class RulebookFile(pytest.File):
    """A rulebook as a collection of tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one test for its text and, if that has no error, one for each check of the game."""
        from rulewright.testing import checks_of

        for check in checks_of(str(self.path)):
            yield RulebookCheck.from_parent(self, name=str(check), check=check)


class RulebookCheck(pytest.Item):
    """One check of a rulebook."""

    def __init__(self, *, check: Callable[[], None], **given: Any) -> None:
        super().__init__(**given)
        self._check = check

    def runtest(self) -> None:
        """Run the check."""
        self._check()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The faults, one line each."""
        return str(excinfo.value).partition("\nassert ")[0]

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place and name that pytest reports for the check."""
        return self.path, 0, f"{self.path.name}: {self.name}"

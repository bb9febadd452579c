"""The pytest plug-in: `pytest lanterns.md` checks a rulebook, one test for each check of `rulewright.testing`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_FRONT = 200
"""Characters in which the front matter of a rulebook says that it is one."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rulebook among the files that pytest collects."""
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
        """One test for its text, and if that has no error one for each check of the game."""
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
        """What is wrong, one line for each fault."""
        return str(excinfo.value).partition("\nassert ")[0]

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where pytest says that the check belongs."""
        return self.path, 0, f"{self.path.name}: {self.name}"

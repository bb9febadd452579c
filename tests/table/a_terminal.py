"""The real command at a table of its own, with lines typed into it."""

from collections.abc import Sequence
from pathlib import Path

from command_line import Ran, rulewright


def run(store: Path, *arguments: str, typed: Sequence[str] = ()) -> Ran:
    """Run a command on a store in a file. What is typed ends with the end of the input."""
    given = "".join(f"{line}\n" for line in typed)
    return rulewright(*arguments, given=given, environment={"RULEWRIGHT_DATABASE": str(store), "COLUMNS": "100"})

"""Faults that checks find, and the checks themselves: named, limited in time, and with the line of the rule."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rulewright.readings import bad_rule_at, stopped_after
from rulewright.rules import BadInput, BadRule, Refused

LONGEST = 10.0
"""CPU seconds that one check may take; a rule that takes longer is stopped at its line."""


class Fault(NamedTuple):
    """One fault: its subject, the reason, and the file and line if they are known."""

    what: str
    reason: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.file} line {self.line}: " if self.file else ""
        return f"{self.what}: {place}{self.reason}" if self.what else f"{place}{self.reason}"


class NamedCheck(NamedTuple):
    """A named check. Called, it raises `AssertionError` with every fault: for pytest, or any other test."""

    name: str
    run: Callable[[], Iterator[Fault]]

    def faults(self) -> list[Fault]:
        """Every fault it finds; an exception in the code that is checked is a fault too."""
        found: list[Fault] = []
        try:
            with stopped_after(LONGEST):
                found += self.run()
        except BadRule as wrong:
            found.append(Fault(self.name, wrong.reason, wrong.file, wrong.line))
        except (BadInput, Refused) as refused:
            found.append(Fault(self.name, str(refused)))
        except Exception as error:  # a game may raise anything
            found.append(fault_at(self.name, error))
        return list(dict.fromkeys(found))

    def __call__(self) -> None:
        """Raise `AssertionError` if there is any fault."""
        found = self.faults()
        assert not found, "\n".join(map(str, found))

    def __str__(self) -> str:
        return self.name


def fault_at(what: str, error: Exception) -> Fault:
    """An exception as a fault, at the innermost line outside the engine."""
    place = bad_rule_at("", error.__traceback__)
    reason = error.reason if isinstance(error, BadRule) else f"{type(error).__name__}{_words(error)}"
    if isinstance(error, BadRule) and error.file:
        return Fault(what, reason, error.file, error.line)
    return Fault(what, reason, place.file, place.line)


def _words(error: Exception) -> str:
    try:
        return f": {error}"
    except Exception:  # the exception carries a value that cannot be shown
        return ""


def fault_of(what: str, reason: str, function: Any) -> Fault:
    """A fault of a function, at the line where it is defined."""
    code = getattr(getattr(function, "rule", function), "__code__", None)  # the rule itself, if its arguments are bound
    return Fault(what, reason) if code is None else Fault(what, reason, code.co_filename, code.co_firstlineno)

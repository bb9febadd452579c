"""Parses keeps, drops and counts: of dice, of dice in parentheses, and of the members of a group."""

from dataclasses import replace

from rulewright.dice.notation.conditions import COMPARISONS, read_condition
from rulewright.dice.notation.dialects import Dialect
from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import (
    Counting,
    DiceTerm,
    FaceCondition,
    GroupRule,
    Keeping,
    KeepingTwice,
    KeepingValues,
)

KEEPS = ("kh", "kl", "k", "dh", "dl", "ph", "pl", "d")
COUNTS = ("cs", "cf")
FAILURES = ("df", "f")


def read_group_rule(scanner: Scanner, size: int, dialect: Dialect) -> GroupRule | None:
    """Read how the members of a group are kept or counted; None if they are added."""
    if dialect.keeps_by_value and not scanner.sees("kh", "kl", "ph", "pl"):
        return _values_of_group(scanner, dialect)
    if word := scanner.take(*KEEPS):
        if word == "k" and scanner.sees(*COMPARISONS):
            on = read_condition(scanner, inclusive=dialect.inclusive)
            assert on is not None
            return KeepingValues((on,), dropped=False)
        steps = [read_keeping(scanner, word, size)]
        while word[0] == "k" and (scanner.take("&") or (dialect.keeps_by_value and scanner.sees("kh", "kl"))):
            steps.append(read_keeping(scanner, scanner.take("kh", "kl"), size))
        return KeepingTwice(tuple(steps), joined=True) if len(steps) > 1 else steps[0]
    word = scanner.take(*COUNTS)
    if word or (scanner.sees(*COMPARISONS) and not dialect.compares_totals):
        return read_counting(scanner, word, None, dialect)
    return None


def _values_of_group(scanner: Scanner, dialect: Dialect) -> KeepingValues | None:
    """Avrae's `k3` and `p<3` after a group."""
    on: list[FaceCondition] = []
    word = scanner.take("k", "p")
    while word:
        read = read_condition(scanner, inclusive=dialect.inclusive)
        if read is None:
            raise scanner.wrong(f"{word} has no number", f"write a number after it, such as {word}3")
        on.append(read)
        if not scanner.take(word):
            break
    return KeepingValues(tuple(on), word == "p") if on else None


def keep_again(scanner: Scanner, dice: DiceTerm) -> DiceTerm | None:
    """Read a second keep after dice in parentheses, `(6d6kh4)kl1`; None when no keep follows."""
    before = dice.keeping
    if isinstance(before, KeepingValues) or (isinstance(before, KeepingTwice) and before.joined):
        return None
    word = scanner.take("kh", "kl", "dh", "dl", "ph", "pl")
    if not word:
        return None
    steps = () if before is None else before.steps if isinstance(before, KeepingTwice) else (before,)
    size = steps[-1].count if steps else dice.count
    step = read_keeping(scanner, word, size)
    if step.count == size:
        return dice
    return replace(dice, keeping=KeepingTwice((*steps, step), joined=False) if steps else step)


def read_keeping(scanner: Scanner, word: str, size: int) -> Keeping:
    """Read a keep or drop as the dice that are kept; a missing number is one."""
    number = scanner.number()
    named = min(1 if number is None else number, size)
    if word.startswith("k"):
        count, highest = named, word != "kl"
    else:
        count, highest = size - named, not word.endswith("h")
    return Keeping(count, highest or count == 0)


def read_counting(scanner: Scanner, word: str, dice: DiceTerm | None, dialect: Dialect) -> Counting:
    """Read successes and the failures that follow them; `cf` alone counts its dice like any success."""
    success = read_condition(scanner, inclusive=dialect.inclusive)
    if success is None:
        if dice is None:
            raise scanner.wrong(f"{word} has no number", f"write a comparison after it, such as {word}>=5")
        success = FaceCondition("=", dice.lowest if word == "cf" else dice.highest)
    return read_failures(scanner, Counting(success, None), dialect)


def read_failures(scanner: Scanner, counting: Counting, dialect: Dialect) -> Counting:
    """The count with the failures that follow it, if any do."""
    failures = scanner.take(*FAILURES)
    if not failures:
        return counting
    failure = read_condition(scanner, inclusive=dialect.inclusive)
    if failure is None:
        raise scanner.wrong(f"{failures} has no number", f"write a number or a comparison, such as {failures}1")
    return Counting(counting.success, failure)

"""Parses conditions on the face of a die, and brings several of them to their shortest form."""

from collections.abc import Sequence

from rulewright.dice.notation.scan import Scanner
from rulewright.dice.notation.syntax import FaceCondition

COMPARISONS = (">=", "<=", "==", "!=", "<>", "=", ">", "<")


def read_condition(scanner: Scanner, *, inclusive: bool) -> FaceCondition | None:
    """Read a comparison with a number, or a bare number for `=`; None when neither comes next.

    `>` and `<` are strict, except where they include the number, as in Roll20.
    """
    sign = scanner.take(*COMPARISONS)
    if not sign:
        bare = scanner.number()
        return None if bare is None else FaceCondition("=", bare)
    # Only after a sign can a minus belong to the number: `4dF!-1` takes one from the total.
    negative = scanner.take("-")
    number = scanner.number()
    if number is None:
        allowed = f"write a whole number after it, such as {sign}5"
        if scanner.sees("("):
            allowed += f"; to compare two totals put each in parentheses, (2d6){sign}(1d10)"
        raise scanner.wrong(f"{sign} has no number", allowed)
    if negative:
        number = -number
    step = 0 if inclusive else 1
    if sign == ">":
        return FaceCondition(">=", number + step)
    if sign == "<":
        return FaceCondition("<=", number - step)
    if sign in ("!=", "<>"):
        return FaceCondition("!=", number)
    return FaceCondition(">=" if sign == ">=" else "<=" if sign == "<=" else "=", number)


def tidy(conditions: list[FaceCondition], lowest: int, highest: int) -> tuple[FaceCondition, ...]:
    """The shortest list that holds for the same faces of a die; empty when it holds for none.

    On a d6, `=1` and `=2` become `<=2`, and `>=6` becomes `=6`.
    """
    conditions = [part for condition in conditions for part in _parts(condition)]
    up_to = min(max((c.number for c in conditions if c.sign == "<="), default=lowest - 1), highest)
    from_on = max(min((c.number for c in conditions if c.sign == ">="), default=highest + 1), lowest)
    single = {c.number for c in conditions if c.sign == "=" and lowest <= c.number <= highest}
    while up_to + 1 in single:
        up_to += 1
    while from_on - 1 in single:
        from_on -= 1
    if up_to >= from_on - 1:
        return (FaceCondition("<=", highest),)
    shortest = []
    if up_to >= lowest:
        # No face below zero is written bare, so the lowest fate face keeps its sign.
        shortest.append(FaceCondition("=" if up_to == lowest >= 0 else "<=", up_to))
    shortest += [FaceCondition("=", number) for number in sorted(single) if up_to < number < from_on]
    if from_on <= highest:
        shortest.append(FaceCondition("=" if from_on == highest else ">=", from_on))
    return tuple(shortest)


def _parts(condition: FaceCondition) -> list[FaceCondition]:
    """`!=3` as `<=2` and `>=4`."""
    if condition.sign != "!=":
        return [condition]
    return [FaceCondition("<=", condition.number - 1), FaceCondition(">=", condition.number + 1)]


def faces_in(tidied: tuple[FaceCondition, ...], values: Sequence[int]) -> int:
    """For how many faces of a die a tidied list holds."""
    return sum(any(condition.holds(value) for condition in tidied) for value in values)

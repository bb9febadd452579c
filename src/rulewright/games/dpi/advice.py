"""Advice in a skirmish: the value of each action the attacker can take now."""

from fractions import Fraction

from rulewright.game.fights import Adviser, Valued
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.skirmish import first_state, skirmish_on
from rulewright.games.dpi.skirmish_state import WIN, Skirmish
from rulewright.readings import solve
from rulewright.rules import rule


@rule("DPI-27", "DPI-95", "DPI-128", "DPI-A43")
def advise_skirmish(options: Options, given: Skirmish) -> tuple[Valued, ...]:
    """The attacker's actions now, best first, each valued with best play after it."""
    start = first_state(options, given)
    found = solve(skirmish_on, start, given, options=options, exact=True)
    now = next(iter(found.decisions_at(start)), None)
    if now is None:
        return (Valued("as planned", Fraction(found.values["attacker"]) / WIN),)
    worth = sorted(now.worth, key=lambda one: -one[1])
    return tuple(Valued(str(act), Fraction(value) / WIN) for act, value in worth)


ADVISERS = (Adviser("skirmish", "chance to win; stopping counts as much as you set", advise_skirmish),)

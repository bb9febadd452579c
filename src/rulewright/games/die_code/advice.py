"""Advice for the quarry of a chase: the value of each way of moving in this round."""

from rulewright.game.fights import Adviser, Valued
from rulewright.games.die_code.chase import ChaseValueOf, quarry_choices
from rulewright.games.die_code.options import Options
from rulewright.rules import rule


@rule("DC-A29")
def quarry_moves(options: Options, given: ChaseValueOf) -> tuple[Valued, ...]:
    """Every way of moving that no other dominates, the best first, with best play of both sides after it."""
    found = [
        Valued(f"{mode}, taking the average" if average else mode, worth)
        for (mode, average), worth in quarry_choices(options, given)
    ]
    return tuple(sorted(found, key=lambda valued: -valued.worth))


ADVISERS = (Adviser("chase", "chance not to be caught", quarry_moves),)

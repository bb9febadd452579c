"""Advice for the next turn against a Challenge: the value of each move and number of Dark Dice."""

from fractions import Fraction

from rulewright.game.fights import Adviser, Valued
from rulewright.games.light_dark.best import BestPlay, check_best_play, problem_for, start_of
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.solve import best_fight
from rulewright.rules import rule


@rule("LD-45", "LD-81", "LD-A27")
def next_move(options: Options, given: BestPlay) -> tuple[Valued, ...]:
    """Every move, the best first, with best play after it."""
    problem = problem_for(options, given)
    found: dict[str, Fraction] = {}
    for move, dark, worth in best_fight(problem, exact=True).worths(start_of(given, problem)):
        name = f"{move} with {dark} Dark {'Die' if dark == 1 else 'Dice'}" if move in ("act", "burst") else move
        found[name] = max(Fraction(worth), found.get(name, Fraction(worth)))
    return tuple(Valued(name, worth) for name, worth in sorted(found.items(), key=lambda row: -row[1]))


ADVISERS = (Adviser("fight", "chance to overcome it", next_move, check_best_play),)

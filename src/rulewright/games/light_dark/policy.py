"""Best play as a table: the move in every position, and when to give up the shield."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from rulewright.games.light_dark.best import Best, BestFight, ChallengeBestPlay, Number, best_fight, rounded
from rulewright.games.light_dark.fight_state import ChallengeState, Standoff
from rulewright.games.light_dark.options import Options
from rulewright.rules import meaning, rule


class Policy(ChallengeBestPlay, frozen=True):
    """A fight, and how its policy is computed."""

    method: Annotated[Literal["float64", "exact"], meaning("how the numbers are computed")] = "float64"


@rule("LD-45", "LD-81", "LD-A27", "LD-A43", "LD-A45", "LD-A46", "LD-A47")
def policy(options: Options, given: Policy) -> dict[str, str]:
    """A table to play by: the best move by HP, Disposition and Ego left.

    Where it matters there are rows for each state of shield, Conditions and weapon, and rows that say
    how much has to get through before the shield is given up.
    """
    fight = best_fight(options, given, given.method == "exact")
    found = {
        "method": given.method,
        "value": rounded(fight.best(fight.start)),
        "each row": f"Dark Dice to take at Ego 1 to {fight.means.max_ego}; b before a burst; a word is another move",
    }
    for words, at in _situations(fight):
        found |= _rows(words, range(_disposition(fight.start), 0, -1), at, fight, lambda at: _move(fight.best(at)))
    if given.shield and fight.means.may_sacrifice:
        found |= _shield_rows(fight)
    return found


@rule("LD-81", "LD-A33", "LD-A43")
def _shield_rows(fight: BestFight) -> dict[str, str]:
    """Rows with the least harm for which to give up the shield.

    If the rival strikes first on 4-5 you decide before your own Effect; there are rows for that.
    """

    def before(at: Standoff) -> Number:
        return fight.before_effect(at) if at.hero.hp else fight.after(at)

    found = {"shield goes": "when so much would get through, with this Disposition left after your Effect; - is never"}
    dispositions = range(_disposition(fight.start), -1, -1)
    found |= _sacrifices(fight, "shield goes, ", dispositions, fight.after)
    if fight.means.ways[0].arm.order == "rival-first":
        found["shield goes on 4-5"] = "the same, before your own Effect is rolled"
        found |= _sacrifices(fight, "shield goes on 4-5, ", dispositions[:-1], before)
    return found


def _sacrifices(
    fight: BestFight, name: str, dispositions: Iterable[int], worth: Callable[[Standoff], Number]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for words, at in _situations(fight):
        if at.hero.shield:
            words = words.replace("shield, ", name)
            found |= _rows(words, dispositions, at, fight, lambda at: _gives_up_at(fight, at, worth))
    return found


def _situations(fight: BestFight) -> Iterator[tuple[str, Standoff]]:
    """Every combination of shield, Conditions and weapon in a fight, with words for what can differ."""
    means, us = fight.means, fight.start.hero
    phases: dict[str, dict[str, bool]] = {"": {}}
    if means.readies:
        phases = {"unready, ": {}, "ready, ": {"readied": True}}
    if means.reloads:
        phases = {"loaded, ": {}, "empty, ": {"loaded": False}}
    names = tuple(name for name, _ in means.conditions)
    for shield in sorted({us.shield, False}, reverse=True):
        for taken in range(len(names) + 1):
            for name, phase in phases.items():
                words = ("shield, " if shield else "no shield, ") if us.shield else ""
                words += f"Conditions left {len(names) - taken}, " if names else ""
                yield words + name, _with(fight.start, shield=shield, conditions=names[:taken], **phase)


def _disposition(at: Standoff) -> int:
    return at.foe.left[0]


def _with(at: Standoff, **changes: Any) -> Standoff:
    """The position with changes to the PC."""
    return replace(at, combatants=(replace(at.hero, **changes), at.combatants[1]))


def _rows(
    words: str, dispositions: Iterable[int], at: Standoff, fight: BestFight, cell: Callable[[Standoff], str]
) -> dict[str, str]:
    """The cells for each Ego, by HP and Disposition; Dispositions with the same cells share a row."""
    rows: dict[str, str] = {}
    egos = range(1, fight.means.max_ego + 1)
    for hp in range(fight.start.hero.hp, 0, -1):
        lines = []
        for disposition in dispositions:
            there = replace(at, combatants=(at.combatants[0], ChallengeState((disposition,))))
            lines.append((disposition, " ".join(cell(_with(there, hp=hp, ego=ego)) for ego in egos)))
        for line, alike in groupby(lines, key=lambda one: one[1]):
            same = [disposition for disposition, _ in alike]
            span = f"{same[0]}" if len(same) == 1 else f"{same[-1]} to {same[0]}"
            rows[f"{words}HP {hp}, Disposition {span}"] = line
    return rows


def _move(best: Best) -> str:
    if best.move == "act":
        return str(best.dark)
    return f"b{best.dark}" if best.move == "burst" else best.move


@rule("LD-81", "LD-A43")
def _gives_up_at(fight: BestFight, at: Standoff, worth: Callable[[Standoff], Number]) -> str:
    """The least harm for which giving up the shield is better than taking it."""
    bare = worth(_with(at, shield=False))
    hp = at.hero.hp
    for harm in range(1, hp + 1):
        if fight.is_below(worth(_with(at, hp=hp - harm)), bare):
            return str(harm)
    return "-"

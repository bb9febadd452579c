"""The sensible acts of the combatant whose turn it is, and plans by name for fights, contests and chases."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulewright.game.fight_step import Act, act, weakest_foes
from rulewright.game.fights import Move, Plan
from rulewright.games.die_code.chase import Pursuit, Way, choices_in
from rulewright.games.die_code.chase_actions import terms_in_chase
from rulewright.games.die_code.data import MODES
from rulewright.games.die_code.fight_state import Fight, Fighters, body_left, stands
from rulewright.games.die_code.movement import MoveTerms, mean_paces
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms, mean_of
from rulewright.games.die_code.scene import Scene
from rulewright.rules import rule


def points_missing(scene: Scene, options: Options, name: str) -> int:
    """In a contest the points the other side still needs; in a chase 1, or 0 for the side that lost."""
    if scene.contest is not None:
        score = scene.contest.score
        return score.target - (score.opponent if name == scene.contest.sides.who else score.actor)
    if scene.chase is None:
        return 0
    chase = scene.chase
    lost = {"caught": chase.quarry, "escaped": chase.pursuer, "open": chase.pursuer}.get(chase.run.end)
    return int(name != lost)


def _keeps_to(mode: str) -> Plan:
    def keep_to(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
        if scene.contest is not None:
            yield Move("advance-contest", {})
        yield Move("advance-chase", {"who": who, "mode": mode})

    keep_to.__doc__ = f"Play round after round of a contest; in a chase always {mode}."
    return keep_to


@rule("DC-A28", "DC-A29")
def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """In a chase move as in best play of both sides; a contest leaves nothing to decide.

    The chase at the table is exactly the one that is solved. The quarry plays not to be caught, so an open end
    is as good to it as an escape.
    """
    if scene.contest is not None:
        yield Move("advance-contest", {})
    chase = scene.chase
    if chase is None or chase.run.end != "none" or chase.turn != who:
        return
    quarry = terms_in_chase(options, scene, chase.quarry, chase.quarry_on)
    pursuer = terms_in_chase(options, scene, chase.pursuer, chase.pursuer_on)
    left = chase.rounds - chase.run.round + 1
    mode, average = _best_way(options, quarry, pursuer, chase.run._replace(round=1), chase.escape, left)
    yield Move("advance-chase", {"who": who, "mode": mode, "method": "average" if average else "roll"})


@lru_cache(maxsize=4096)
def _best_way(options: Options, quarry: MoveTerms, pursuer: MoveTerms, run: Pursuit, escape: int, left: int) -> Way:
    """The best way to move for the side that moves next; of equals the one with the most paces on average."""
    worth = dict(choices_in(options, quarry, pursuer, run, escape, left))
    mover = pursuer if run.pursuer_next else quarry
    return max(worth, key=lambda way: (worth[way], mean_paces(options, mover, *way)))


USUAL = "run"
"""The mode of the default plan."""


ELSEWHERE: dict[str, Plan] = {**{mode: _keeps_to(mode) for mode in (USUAL, *MODES)}, "best": best}


@rule("DC-A31")
def acts(options: Options, fight: Fight, fighters: Fighters) -> tuple[Act, ...]:
    """Every way to attack every foe who still stands, the weakest foe first."""
    arms = fighters.fighters[fight.at].arms
    return tuple(
        act("attack", target=fighters.names[foe], **({"using": arm.name} if place else {}))
        for foe in weakest_foes(fight, fighters, stands, body_left)
        for place, arm in enumerate(arms)
    )


def hardest(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe with the weapon that takes most on average."""
    return able[_best_arm(options, tuple(arm.weapon for arm in fighters.fighters[fight.at].arms))]


def surest(options: Options, fight: Fight, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in the way that hits most often."""
    return able[_best_arm(options, tuple(arm.attack for arm in fighters.fighters[fight.at].arms))]


@lru_cache(maxsize=1024)
def _best_arm(options: Options, hands: tuple[PoolTerms, ...]) -> int:
    """The index of the best arm; the acts on the weakest foe come first, in the order of the arms."""
    return max(range(len(hands)), key=lambda place: (mean_of(options, hands[place]), -place))


"""Plans for contests and chases."""

PLANS = {"hardest": hardest, "surest": surest}

"""How hard an encounter is: the party's chance to win, how many of them fall, and how long the fight takes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from time import monotonic
from typing import Any

from msgspec import Struct

from rulewright.game import Game
from rulewright.game.fight_step import FightRules, Position, Roster
from rulewright.lab.fight_values import by_plans
from rulewright.lab.fights import FightSetup, FightSide, fight_roster, usual_plan
from rulewright.lab.intervals import mean, share
from rulewright.rules import BadInput, Refused

PARTY, FOES = "party", "foes"
_ORDERS = 4
"""How many turn orders are rolled for a fight that has not begun."""
_FIRST_RUNS = 50
_MOST_RUNS = 4_000

Interval = tuple[float, float, float]


class Difficulty(Struct, frozen=True):
    """An encounter, simulated by plans: low, estimate and high of each number with 95% confidence."""

    party: tuple[str, ...]
    foes: tuple[str, ...]
    plans: Mapping[str, str]
    runs: int
    wins: Interval
    loses: Interval
    fall: Interval
    rounds: Interval
    method: str = "simulated"


def difficulty(
    game: Game,
    options: Any,
    scene: Any,
    party: Sequence[str],
    foes: Sequence[str],
    plans: Mapping[str, str] | None = None,
    seconds: float = 2.0,
    seed: int = 0,
) -> Difficulty:
    """The difficulty of a fight between these characters of a scene: of the running fight, or of one begun now.

    Characters who are not in a running fight enter it; those who cannot are left out of the answer too.
    """
    rules = game.fights
    if rules is None:
        raise BadInput(f"no difficulty: {game.slug} has no fight rules")
    if not party or not foes:
        raise BadInput("no difficulty: each side needs at least one character")
    by = {PARTY: usual_plan(game), FOES: usual_plan(game), **(plans or {})}
    setup = FightSetup(
        game, options, (), {PARTY: FightSide(tuple(party), by[PARTY]), FOES: FightSide(tuple(foes), by[FOES])}
    )
    starts = [
        (by_plans(rules, roster, by), rules.position_of(begun, options, roster))
        for begun in _begun(game, options, scene, (*party, *foes), seed)
        if (roster := fight_roster(setup, begun)) is not None
    ]
    if not starts:
        raise Refused("no difficulty now: this is not a fight with turns that can be played out")
    fighting = {name for roster, _ in starts for name in roster.names}
    counted = _fought(rules, options, starts, seconds, seed)
    runs = counted.total()
    won = sum(count for (end, _, _), count in counted.items() if end == PARTY)
    lost = sum(count for (end, _, _), count in counted.items() if end == FOES)
    return Difficulty(
        tuple(name for name in party if name in fighting),
        tuple(name for name in foes if name in fighting),
        by,
        runs,
        share(won, runs),
        share(lost, runs),
        mean(_each(counted, 2)),
        mean(_each(counted, 1)),
    )


def with_foes(
    game: Game, options: Any, scene: Any, foes: Sequence[tuple[Mapping[str, Any], int]]
) -> tuple[Any, list[str]]:
    """The scene with the given number of each new foe, and their names; foes of one kind are numbered."""
    names = []
    for wanted, count in foes:
        kind = str(wanted.get("name") or "Foe")
        for number in range(1, count + 1):
            name = kind if count == 1 else f"{kind} {number}"
            while name in scene.characters:
                name += "'"
            character = {**wanted, "name": name}
            scene = game.act(game.joining, scene, {"character": character}, options, random=Random(0)).outcome[0]
            names.append(name)
    return scene, names


def _each(counted: Mapping[tuple[str, int, int], int], place: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for outcome, count in counted.items():
        found[int(outcome[place])] += count
    return found


def _begun(game: Game, options: Any, scene: Any, names: Sequence[str], seed: int) -> list[Any]:
    """The running fight with these characters in it, else scenes in which one has begun, each with its own order."""
    if game.fight(scene, options) is not None:
        return [_entered(game, options, scene, names)]
    start = starting_action(game, scene, options)
    return [game.act(start, scene, {}, options, random=Random(f"{seed} {at}")).outcome[0] for at in range(_ORDERS)]


def _entered(game: Game, options: Any, scene: Any, names: Sequence[str]) -> Any:
    """The scene after those of these characters who are not in its fight and can enter it have done so."""
    for action in game.actions:
        for name in names if action.role == "enters-fight" else ():
            if game.refusal(action.name, scene, {"who": name}, options) is None:
                scene = game.act(action.name, scene, {"who": name}, options, random=Random(0)).outcome[0]
    return scene


def starting_action(game: Game, scene: Any, options: Any) -> str:
    """The action that begins a fight: the first without required parameters that starts one."""
    for action in game.actions:
        if any(one.required for one in action.parameters) or game.refusal(action.name, scene, {}, options) is not None:
            continue
        after = game.act(action.name, scene, {}, options, random=Random(0)).outcome[0]
        if game.fight(after, options) is not None:
            return action.name
    raise Refused("no fight can begin here: too few characters can act")


def _fought(
    rules: FightRules[Any, Any],
    options: Any,
    starts: Sequence[tuple[Roster[Any], Position[Any]]],
    seconds: float,
    seed: int,
) -> Counter[tuple[str, int, int]]:
    """How many fights ended with each combination of winner, rounds, and number of the party fallen."""
    from rulewright.lab.fight_simulation import FightSimulation  # numpy

    simulations = [  # each with its own seed: otherwise two equal starts would give the same fights twice
        (FightSimulation(rules, options, roster, seed * _ORDERS + at), position)
        for at, (roster, position) in enumerate(starts)
    ]
    counted: Counter[tuple[str, int, int]] = Counter()
    begun, runs = monotonic(), _FIRST_RUNS
    while counted.total() < _MOST_RUNS:
        batch = monotonic()
        found: Counter[tuple[str, int, int]] = Counter()
        for simulation, position in simulations:
            found += simulation.counted(position, runs, PARTY)
        counted += found
        if 3 * (monotonic() - batch) > begun + seconds - monotonic():
            break
        runs *= 3
    return counted

"""Fights of several against several, simulated by stated plans.

A fight file (TOML) says which actions set the scene, who is on which side, and how each side plays:
see docs/lab.md. Every move is one of the game's own actions, so the rules can refuse it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import FightStatus, Game, find_game
from rulewright.game.discovery import add_game_files
from rulewright.game.fight_step import BEST, NO_WINNER, RANDOM, FightRules, Roster
from rulewright.game.fights import Move, Same
from rulewright.game.table_plans import planned_answer, planned_moves
from rulewright.lab.intervals import mean, share
from rulewright.readings import Need, Played
from rulewright.rules import BadInput, Refused, shown
from rulewright.rules.parameters import read

_MOST_MOVES = 5_000
_MOST_DECISIONS = 100
_FIGHTS_PER_CHUNK = 20
_WORTH_A_PROCESS = 100


class FightSide(Struct, frozen=True, forbid_unknown_fields=True):
    """The members of a side, its plan, parameters that its moves always have, and its answers to decisions."""

    members: Annotated[tuple[str, ...], Meta(min_length=1)]
    plan: str = ""
    using: dict[str, dict[str, Any]] = {}
    decisions: dict[str, Any] = {}


class _FightFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A fight file."""

    game: str
    sides: dict[str, dict[str, Any]]
    opening: list[dict[str, Any]]
    options: dict[str, Any] = {}


class FightSetup(Struct, frozen=True):
    """A fight file after validation, ready to be played."""

    game: Game
    options: Any
    opening: tuple[Move, ...]
    sides: Mapping[str, FightSide]

    def __post_init__(self) -> None:
        """Raises for a game without fights."""
        if self.game.fights is None:
            raise BadInput(f"no fights: {self.game.slug} does not say who takes part in them")

    @property
    def rules(self) -> FightRules[Any, Any]:
        """The game's fight rules."""
        assert self.game.fights is not None
        return self.game.fights

    @property
    def plans(self) -> dict[str, str]:
        """The plan of each side."""
        return {name: one.plan for name, one in self.sides.items()}

    def is_solved_elsewhere(self, scene: Any) -> bool:
        """Whether the scene is a contest other than a fight, such as a chase, for which the game knows best play."""
        return BEST in self.rules.elsewhere and self.rules.turn_order(scene, self.options) is None

    def with_plans_elsewhere(self) -> "FightSetup":
        """The same setup with best play for each side whose plan is only for fights."""
        plans = {name: one.plan if one.plan in self.rules.elsewhere else BEST for name, one in self.sides.items()}
        return replace(self, sides={name: replace(one, plan=plans[name]) for name, one in self.sides.items()})

    def side_of(self, name: str) -> str | None:
        """The side of a character, or None."""
        return next((side for side, one in self.sides.items() if name in one.members), None)

    def planned(self, scene: Any, who: str, plan: str) -> Iterable[Move]:
        """The moves that a plan proposes for a character, most wanted first."""
        return planned_moves(self.rules, plan, scene, self.options, who, foes_of(self, scene, who))


class FightOutcome(Struct, frozen=True):
    """The result of one fight: the winning side, the rounds it took, and the health each side has left."""

    winner: str
    rounds: int
    left: Mapping[str, int]


def load_fight(path: Path) -> FightSetup:
    """A fight from a file."""
    try:
        return read_fight(path.read_text())
    except OSError as error:
        raise BadInput(f"cannot read {str(path)[:100]}: {error.strerror or 'not a file'}") from None
    except UnicodeDecodeError:
        raise BadInput(f"cannot read {str(path)[:100]}: not a text file") from None


def read_fight(text: str) -> FightSetup:
    """A fight from its text; refuses unknown names before anything is played."""
    try:
        written = read(_FightFile, msgspec.toml.decode(text), noun="entry")
    except msgspec.DecodeError as error:
        raise BadInput(f"malformed fight: {error}") from None
    except RecursionError:
        raise BadInput("malformed fight: nested too deeply") from None
    add_game_files([written.game])
    game = find_game(written.game)
    known = () if game.fights is None else (*game.fights.plan_names, RANDOM)
    if len(written.sides) < 2:
        raise BadInput("a fight has at least two sides")
    sides = {}
    for name, given in written.sides.items():
        if name == NO_WINNER:
            raise BadInput(f"bad side: {NO_WINNER} is the name for a fight that no side wins; choose another")
        try:
            side = read(FightSide, given, noun="entry")
        except BadInput as bad:
            raise BadInput(f"side {shown(name)}: {bad}") from None
        plan = side.plan or usual_plan(game)
        if known and plan not in known:
            raise BadInput(f"unknown plan: {shown(plan)} (allowed: {', '.join(known)})")
        for action in side.using:
            game.action(action)
        sides[name] = msgspec.structs.replace(side, plan=plan)
    members = Counter(name for side in sides.values() for name in side.members)
    for name, count in members.items():
        if count > 1:
            raise BadInput(f"on two sides: {shown(name)} is named {count} times")
    opening = []
    for entry in written.opening:
        named = entry.get("action")
        if not isinstance(named, str):
            raise BadInput('an opening must be a list of actions: { action = "join", character = { ... } }')
        game.action(named)
        opening.append(Move(named, {name: value for name, value in entry.items() if name != "action"}))
    return FightSetup(game, game.table_options(written.options), tuple(opening), sides)


def usual_plan(game: Game) -> str:
    """The plan of a side that names none: the game's first, or random legal moves where the game has no plans."""
    return next(iter(game.fights.plans), RANDOM) if game.fights is not None else RANDOM


def sides_by_plan(game: Game, options: Any, members: Mapping[str, Sequence[str]]) -> FightSetup:
    """A fight between these sides, each following the game's usual plan."""
    plan = usual_plan(game)
    return FightSetup(game, options, (), {side: FightSide(tuple(names), plan) for side, names in members.items()})


def fight_roster(setup: FightSetup, scene: Any) -> Roster[Any] | None:
    """The roster of the fight in a scene, by the game's fight rules; None without a fight.

    Also None where a side's `using` fixes parameters of an action, which the fight rules cannot take into account.
    """
    rules = setup.rules
    if any(side.using for side in setup.sides.values()):
        return None
    turns = rules.turn_order(scene, setup.options)
    if turns is None:
        return None
    sides = {name: side for name in turns[0] if (side := setup.side_of(name)) is not None}
    found: Roster[Any] = rules.roster_of(scene, setup.options, tuple(sides), sides, {})
    return found


def fight_once(setup: FightSetup, random: Random, scene: Any = None) -> FightOutcome:
    """Plays a fight to its end: from its opening, or on from a scene.

    A fight without a winner after thousands of moves ends without one; if no health was lost by then, every harmful
    move was refused, and the fight raises.
    """
    if scene is None:
        scene = opening_scene(setup, random)
    rounds, before, why, winner = 0, _left(setup, scene), "no character can act", None
    for _ in range(_MOST_MOVES):
        status = setup.game.fight(scene, setup.options)
        if status is None:
            raise BadInput("no fight: the opening does not start one")
        rounds = status.round
        if standing_side(setup, scene) is not None:
            break
        after, refused = _next_scene(setup, scene, status, random)
        why = refused or why
        if after is None:
            if status.over:
                winner = standing_side(setup, scene, status.order)  # characters may be present who are on no side
                break
            raise Refused(f"stuck: every planned move is refused; the last refusal: {why}")
        scene = after
    else:
        if _left(setup, scene) == before:
            raise Refused(f"no progress in {_MOST_MOVES:,} moves; the last refusal: {why}")
    return FightOutcome(standing_side(setup, scene) or winner or NO_WINNER, rounds, _left(setup, scene))


def _left(setup: FightSetup, scene: Any) -> dict[str, int]:
    """The health of each side."""
    return {side: sum(_health(setup, scene, name) for name in one.members) for side, one in setup.sides.items()}


def opening_scene(setup: FightSetup, random: Random) -> Any:
    """The scene after its opening."""
    scene, done = _opened_without_dice(Same(setup))
    seeds = [random.getrandbits(64) for _ in setup.opening]
    for move, seed in zip(setup.opening[done:], seeds[done:], strict=True):
        scene = perform(setup, scene, move, seed).outcome[0]
    return scene


@lru_cache(maxsize=4)
def _opened_without_dice(same: Same[FightSetup]) -> tuple[Any, int]:
    """The scene after the first moves of an opening, as far as they throw no dice, and how many they are."""
    setup = same.value
    scene = setup.game.scene()
    for number, move in enumerate(setup.opening):
        played = perform(setup, scene, move, 0)
        if played.faces:
            return scene, number
        scene = played.outcome[0]
    return scene, len(setup.opening)


def standing_side(setup: FightSetup, scene: Any, among: Collection[str] | None = None) -> str | None:
    """The only side with members left in the fight, or among these; None while there are several, or none."""
    standing = [
        side
        for side, one in setup.sides.items()
        if any((among is None or name in among) and _health(setup, scene, name) for name in one.members)
    ]
    return standing[0] if len(standing) == 1 else None


def _health(setup: FightSetup, scene: Any, name: str) -> int:
    return setup.rules.health_of(scene, setup.options, name)


def foes_of(setup: FightSetup, scene: Any, who: str) -> list[str]:
    """The members of the other sides who are still in the fight, weakest first."""
    own = setup.side_of(who)
    others = [name for side, one in setup.sides.items() if side != own for name in one.members]
    left = {name: _health(setup, scene, name) for name in others}
    return sorted((name for name in others if left[name]), key=left.__getitem__)


def _next_scene(setup: FightSetup, scene: Any, status: FightStatus, random: Random) -> tuple[Any, str]:
    """The scene after the next legal move, or None if there is none; and the last refusal on the way."""
    members = [name for side in setup.sides.values() for name in side.members]
    why, seed = "", None
    for who in dict.fromkeys((status.turn, *status.due, *status.order, *members)):
        if who not in members or who not in scene.characters:
            continue
        if who != status.turn and not _health(setup, scene, who):  # the acting character may act at any health
            continue
        side = setup.sides[setup.side_of(who) or ""]
        for move in _wanted(setup, scene, who, side, random):
            done = Move(move.action, {**move.params, **side.using.get(move.action, {})})
            seed = random.getrandbits(64) if seed is None else seed  # one for the first move that is not refused
            try:
                return perform(setup, scene, done, seed).outcome[0], why
            except (Refused, BadInput) as refused:
                if isinstance(refused, BadInput) and done.params != move.params:
                    _refuse_using(setup, scene, move, refused)
                why = str(refused)
    if status.turn and status.turn not in members:
        raise BadInput(f"on no side: it is the turn of {shown(status.turn)}, who is on none of the sides")
    return None, why


def _refuse_using(setup: FightSetup, scene: Any, move: Move, refused: BadInput) -> None:
    """Raises if a side's `using` override is invalid, as opposed to refused by a rule."""
    if not isinstance(setup.game.refusal(move.action, scene, move.params, setup.options), BadInput):
        raise BadInput(f"using.{move.action}: {refused}") from None


def _wanted(setup: FightSetup, scene: Any, who: str, side: FightSide, random: Random) -> Iterable[Move]:
    if side.plan != RANDOM:
        return setup.planned(scene, who, side.plan)
    choices = setup.game.legal_moves(scene, setup.options, who)
    random.shuffle(choices)
    return choices


def perform(setup: FightSetup, scene: Any, move: Move, seed: int) -> Played[Any]:
    """Performs a move; decisions on the way follow the side's answers, its plan, or the first choice."""
    answers: list[Any] = []
    for _ in range(_MOST_DECISIONS):
        try:
            return setup.game.act(move.action, scene, move.params, setup.options, choices=answers, random=Random(seed))
        except Need as need:
            answers.append(decide(setup, scene, move, need))
    raise BadInput(f"too many decisions: {move.action} asks for more than {_MOST_DECISIONS}")


def decide(setup: FightSetup, scene: Any, move: Move, need: Need) -> Any:
    """The choice in a decision: the side's own answer, else its plan's, else the first choice.

    A decider who is on no side, such as a player, decides for the acting character.
    """
    who = need.who if need.who and setup.side_of(need.who) else str(move.params.get("who", ""))
    side = setup.sides.get(setup.side_of(who) or "")
    if side is None:
        return need.choices[0]
    wanted = side.decisions.get(need.name)
    if wanted not in need.choices:
        wanted = planned_answer(setup.rules, side.plan, scene, setup.options, move, who, need.name, need.choices)
    return wanted if wanted in need.choices else need.choices[0]


class FightTally(Struct, frozen=True):
    """Many fights: how often each side won, mean rounds and mean health left, with 95% intervals."""

    runs: int
    wins: Mapping[str, tuple[float, float, float]]
    rounds: tuple[float, float, float]
    left: Mapping[str, tuple[float, float, float]]


def fights(setup: FightSetup, seed: int, first: int, end: int, scene: Any = None) -> list[FightOutcome]:
    """The fights with these numbers; the same number and seed always give the same fight."""
    return [fight_once(setup, Random(f"{seed} {number}"), scene) for number in range(first, end)]


def fight_many(setup: FightSetup, runs: int, seed: int = 0, scene: Any = None) -> FightTally:
    """Plays a fight many times."""
    return tally(setup, fights(setup, seed, 0, runs, scene))


def tally(setup: FightSetup, outcomes: Sequence[FightOutcome]) -> FightTally:
    """The tally of many fights."""
    runs = len(outcomes)
    return FightTally(
        runs,
        {side: share(sum(one.winner == side for one in outcomes), runs) for side in (*setup.sides, NO_WINNER)},
        mean(Counter(one.rounds for one in outcomes)),
        {side: mean(Counter(one.left[side] for one in outcomes)) for side in setup.sides},
    )


def fight_on_every_core(
    text: str, runs: int, seed: int, cores: int | None, progress: Callable[[int, int], None]
) -> FightTally:
    """Plays the fight of a fight file `runs` times; the result does not depend on the number of cores."""
    from rulewright.lab.study_runner import workers_on  # imports numpy, which a single fight does not need

    progress(0, runs)
    if runs <= _WORTH_A_PROCESS or cores == 1:
        outcomes: list[FightOutcome] = []
        for first in range(0, runs, _FIGHTS_PER_CHUNK):
            outcomes += _work(text, seed, first, min(runs, first + _FIGHTS_PER_CHUNK))
            progress(len(outcomes), runs)
        return tally(_setup_of(text), outcomes)
    found: dict[int, list[FightOutcome]] = {}
    with workers_on(None, cores) as (executor, _):
        chunks = {
            executor.submit(_work, text, seed, first, min(runs, first + _FIGHTS_PER_CHUNK)): first
            for first in range(0, runs, _FIGHTS_PER_CHUNK)
        }
        done = 0
        for future in as_completed(chunks):
            found[chunks[future]] = future.result()
            done += len(found[chunks[future]])
            progress(done, runs)
    return tally(_setup_of(text), [outcome for first in sorted(found) for outcome in found[first]])


@lru_cache(maxsize=1)
def _setup_of(text: str) -> FightSetup:
    return read_fight(text)


def _work(text: str, seed: int, first: int, end: int) -> list[FightOutcome]:
    return fights(_setup_of(text), seed, first, end)

"""Fights of several against several, played again and again by stated plans.

A fight file (TOML) says which actions set the scene, who is on which side, and how each side plays:
see docs/lab.md. Everything goes through the game's own actions: what a rule refuses is not done.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rulewright.game import FightStatus, Game, find_game
from rulewright.game.fights import Deed, Plan
from rulewright.lab.intervals import mean, share
from rulewright.readings import Need, Played
from rulewright.rules import BadInput, Refused, shown
from rulewright.rules.parameters import read

NOBODY = "nobody"
RANDOM = "random"
"""The plan that every game has: any legal choice, each as likely as any other."""
_MOST_DEEDS = 5_000
_MOST_DECISIONS = 100


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights on a side and how: the plan, what its deeds are done with, and how questions are answered."""

    members: Annotated[tuple[str, ...], Meta(min_length=1)]
    plan: str = ""
    using: dict[str, dict[str, Any]] = {}
    decisions: dict[str, Any] = {}


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """A fight as it is written."""

    game: str
    sides: dict[str, dict[str, Any]]
    opening: list[dict[str, Any]]
    options: dict[str, Any] = {}


class Fray(Struct, frozen=True):
    """A fight that has been checked and is ready to be played."""

    game: Game
    options: Any
    opening: tuple[Deed, ...]
    sides: Mapping[str, Side]

    def side_of(self, name: str) -> str | None:
        """The side somebody is on."""
        return next((side for side, one in self.sides.items() if name in one.members), None)


class Outcome(Struct, frozen=True):
    """How a fight went: the side that won, the rounds it took, and what each side has left."""

    winner: str
    rounds: int
    left: Mapping[str, int]


def load_fray(path: Path) -> Fray:
    """A fight from a file."""
    try:
        return read_fray(path.read_text())
    except OSError as error:
        raise BadInput(f"cannot read {str(path)[:100]}: {error.strerror or 'not a file'}") from None
    except UnicodeDecodeError:
        raise BadInput(f"cannot read {str(path)[:100]}: not a text file") from None


def read_fray(text: str) -> Fray:
    """A fight from its text; refuses unknown names before anything is played."""
    try:
        written = read(_File, msgspec.toml.decode(text), noun="entry")
    except msgspec.DecodeError as error:
        raise BadInput(f"malformed fight: {error}") from None
    except RecursionError:
        raise BadInput("malformed fight: nested too deeply") from None
    game = find_game(written.game)
    if game.health is None or not game.plans:
        raise BadInput(f"no fights: {game.slug} does not say how its fights are played")
    if len(written.sides) < 2:
        raise BadInput("a fight has at least two sides")
    sides = {}
    for name, given in written.sides.items():
        if name == NOBODY:
            raise BadInput(f"bad side: {NOBODY} is what it is called when no side wins; give it another name")
        try:
            side = read(Side, given, noun="entry")
        except BadInput as bad:
            raise BadInput(f"side {shown(name)}: {bad}") from None
        plan = side.plan or next(iter(game.plans))
        if plan != RANDOM and plan not in game.plans:
            allowed = ", ".join((*game.plans, RANDOM))
            raise BadInput(f"unknown plan: {shown(plan)} (allowed: {allowed})")
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
            raise BadInput('an opening is a list of actions: { action = "join", character = { ... } }')
        game.action(named)
        opening.append(Deed(named, {name: value for name, value in entry.items() if name != "action"}))
    return Fray(game, game.table_options(written.options), tuple(opening), sides)


def fight_once(fray: Fray, random: Random, scene: Any = None) -> Outcome:
    """Play a fight to its end: from its opening, or on from a scene.

    One in which nobody has won after thousands of deeds is over without a winner; if by then nobody is any
    worse than before, what they would do is not allowed, and that is refused.
    """
    if scene is None:
        scene = opened(fray, random)
    rounds, before, why = 0, _left(fray, scene), "everybody is out"
    for _ in range(_MOST_DEEDS):
        status = fray.game.fight(scene, fray.options)
        if status is None:
            raise BadInput("no fight: the opening does not start one")
        rounds = status.round
        if _winner(fray, scene) is not None:
            break
        after, refused = _next_scene(fray, scene, status, random)
        why = refused or why
        if after is None:
            if status.over:
                break
            raise Refused(f"stuck: nothing that anybody would do is allowed, at last because: {why}")
        scene = after
    else:
        if _left(fray, scene) == before:
            raise Refused(f"nothing comes of {_MOST_DEEDS:,} deeds: what would hurt is not allowed, because: {why}")
    return Outcome(_winner(fray, scene) or NOBODY, rounds, _left(fray, scene))


def _left(fray: Fray, scene: Any) -> dict[str, int]:
    """The health of each side."""
    return {side: sum(_health(fray, scene, name) for name in one.members) for side, one in fray.sides.items()}


def opened(fray: Fray, random: Random) -> Any:
    """The scene after its opening."""
    scene = fray.game.scene()
    for deed in fray.opening:
        scene = perform(fray, scene, deed, random).outcome[0]
    return scene


def _winner(fray: Fray, scene: Any) -> str | None:
    """The only side with somebody left; nobody while several have, or if none has."""
    standing = [side for side, one in fray.sides.items() if any(_health(fray, scene, name) for name in one.members)]
    return standing[0] if len(standing) == 1 else None


def _health(fray: Fray, scene: Any, name: str) -> int:
    assert fray.game.health is not None
    return fray.game.health(scene, fray.options, name)


def foes_of(fray: Fray, scene: Any, who: str) -> list[str]:
    """Everybody on the other sides who is still in the fight, the weakest first."""
    own = fray.side_of(who)
    others = [name for side, one in fray.sides.items() if side != own for name in one.members]
    return sorted((name for name in others if _health(fray, scene, name)), key=lambda name: _health(fray, scene, name))


def _next_scene(fray: Fray, scene: Any, status: FightStatus, random: Random) -> tuple[Any, str]:
    """The scene after the next deed of whoever can do something next, or None; and why other deeds were not done."""
    members = [name for side in fray.sides.values() for name in side.members]
    why = ""
    for who in dict.fromkeys((status.turn, *status.order, *members)):
        if who not in members or who not in scene.characters:
            continue
        if who != status.turn and not _health(fray, scene, who):  # whose turn it is may act, however little is left
            continue
        side = fray.sides[fray.side_of(who) or ""]
        for deed in _wanted(fray, scene, who, side, random):
            done = Deed(deed.action, {**deed.params, **side.using.get(deed.action, {})})
            refused = fray.game.refusal(done.action, scene, done.params, fray.options)
            if refused is None:
                return perform(fray, scene, done, random).outcome[0], why
            if isinstance(refused, BadInput) and done.params != deed.params:
                _refuse_using(fray, scene, deed, refused)
            why = str(refused)
    if status.turn and status.turn not in members:
        raise BadInput(f"on no side: it is the turn of {shown(status.turn)}, whom no side has as a member")
    return None, why


def _refuse_using(fray: Fray, scene: Any, deed: Deed, refused: BadInput) -> None:
    """Say so if what a side always does something with is no such thing, rather than never to do it."""
    if not isinstance(fray.game.refusal(deed.action, scene, deed.params, fray.options), BadInput):
        raise BadInput(f"using.{deed.action}: {refused}") from None


def _wanted(fray: Fray, scene: Any, who: str, side: Side, random: Random) -> Iterable[Deed]:
    if side.plan != RANDOM:
        plan: Plan = fray.game.plans[side.plan]
        return plan(scene, fray.options, who, foes_of(fray, scene, who))
    choices = legal_deeds(fray.game, scene, fray.options, who)
    random.shuffle(choices)
    return choices


def legal_deeds(game: Game, scene: Any, options: Any, who: str) -> list[Deed]:
    """Everything somebody may do in their turn, or has to do before the fight goes on, that can be listed."""
    status = game.fight(scene, options)
    due = None if status is None else status.due.get(who)
    return [
        Deed(offer.action, way.params)
        for offer in game.legal_now(scene, options)
        if offer.who == who and offer.by == "player" and (offer.when == "turn" or offer.action == due)
        for way in offer.ways
        if not way.needs
    ]


def perform(fray: Fray, scene: Any, deed: Deed, random: Random) -> Played[Any]:
    """Perform an action; questions on the way are answered as the side has decided, or with the first choice."""
    seed = random.getrandbits(64)
    answers: list[Any] = []
    for _ in range(_MOST_DECISIONS):
        try:
            return fray.game.act(deed.action, scene, deed.params, fray.options, choices=answers, random=Random(seed))
        except Need as need:
            answers.append(decide(fray, scene, deed, need))
    raise BadInput(f"too many questions: {deed.action} asks more than {_MOST_DECISIONS}")


def decide(fray: Fray, scene: Any, deed: Deed, need: Need) -> Any:
    """A question's answer: what the side has decided beforehand, else what its plan says, else the first choice.

    Somebody who is on no side, such as whoever plays a character, decides for the one who acts.
    """
    who = need.who if need.who and fray.side_of(need.who) else str(deed.params.get("who", ""))
    side = fray.sides.get(fray.side_of(who) or "")
    if side is None:
        return need.choices[0]
    by_plan = fray.game.decides.get(side.plan)
    wanted = side.decisions.get(need.name)
    if wanted not in need.choices and by_plan is not None:
        wanted = by_plan(scene, fray.options, deed, who, need.name, need.choices)
    return wanted if wanted in need.choices else need.choices[0]


class Tally(Struct, frozen=True):
    """Many fights: how often each side won, and the means of rounds and of what was left, with 95% intervals."""

    runs: int
    wins: Mapping[str, tuple[float, float, float]]
    rounds: tuple[float, float, float]
    left: Mapping[str, tuple[float, float, float]]


def fights(fray: Fray, seed: int, first: int, end: int, scene: Any = None) -> list[Outcome]:
    """The fights with these numbers; a number and a seed always give the same fight."""
    return [fight_once(fray, Random(f"{seed} {number}"), scene) for number in range(first, end)]


def fight_many(fray: Fray, runs: int, seed: int = 0, scene: Any = None) -> Tally:
    """Play a fight many times."""
    return tally(fray, fights(fray, seed, 0, runs, scene))


def tally(fray: Fray, outcomes: Sequence[Outcome]) -> Tally:
    """Many outcomes counted up."""
    runs = len(outcomes)
    return Tally(
        runs,
        {side: share(sum(one.winner == side for one in outcomes), runs) for side in (*fray.sides, NOBODY)},
        mean(Counter(one.rounds for one in outcomes)),
        {side: mean(Counter(one.left[side] for one in outcomes)) for side in fray.sides},
    )

"""Checks that a game keeps its secrets: a player's view of an action has no value from a sheet hidden from them.

Every move is made twice with the same dice: as it is, and with one hidden value of one of the GM's characters changed.
Where the player's view shows the value in one run and the changed value in the other, it was copied there, and so
revealed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

import msgspec

from rulewright.game.definition import Game
from rulewright.game.plain_data import plain
from rulewright.readings import Need, Played
from rulewright.table.diff import Change, apply, difference
from rulewright.table.events import ActionTaken, Event, RecordedDie
from rulewright.table.state import Keeper, Seat, TableState
from rulewright.table.views.event_view import redact_event
from rulewright.table.views.secret_fields import redact_scene, value_at
from rulewright.table.views.viewer import Viewer
from rulewright.testing.fault import Fault, fault_of
from rulewright.testing.scenes import legal_moves

_GM, _PLAYER = "s1", "s2"
_MOVES = 30
_SECONDS = 1.5
_MOST_ANSWERS = 20
_SURE = 2
"""How often a value must be copied, without exception, before it counts as more than a coincidence."""


class Copied(NamedTuple):
    """A leak of a hidden value: the action, the place in the player's view, and the field of the sheet."""

    action: str
    place: str
    field: str


def faults_of_secrets(game: Game, scenes: Callable[[], list[Any]]) -> Iterator[Fault]:
    """A fault for secrets of an unknown roll or action, and for each hidden value that players see all the same."""
    known = {roll.name for roll in game.rolls} | {action.name for action in game.actions}
    for name in (*game.secrets.outcomes, *game.secrets.foe_outcomes):
        if name not in known:
            yield Fault("secrets", f"{name} is neither a roll nor an action")
    if game.opening is None:
        return
    held: Counter[Copied] = Counter()
    broken: set[Copied] = set()
    for copied, holds in _copies(game, scenes()):
        if holds:
            held[copied] += 1
        else:
            broken.add(copied)
    places: dict[tuple[str, str], str] = {}
    for copied, times in sorted(held.items()):
        if times >= _SURE and copied not in broken:
            places.setdefault((copied.action, copied.field), copied.place)
    for (action, field), place in places.items():
        where = "{} ({})".format(*place.split(".", 1)) if "." in place else place
        words = f"players see the hidden {field} of the GM's characters in {where}"
        yield fault_of(f"secrets of {action}", words, game.action(action).perform)


def _copies(game: Game, scenes: list[Any]) -> Iterator[tuple[Copied, bool]]:
    """For random moves: each place of the view that changes with a hidden value, and whether it shows that value."""
    assert game.opening is not None
    options, random, ends = game.table_options(), Random(1), process_time() + _SECONDS
    for scene in scenes[:2]:
        for _ in range(_MOVES):
            moves = legal_moves(game, scene, options)
            if not moves or process_time() > ends:
                break
            action = random.choice(sorted({offer.action for offer, _ in moves}))
            params = random.choice([params for offer, params in moves if offer.action == action])
            seed = random.getrandbits(64)
            played = _played(game, scene, options, action, params, seed)
            if played is None:
                continue
            for change, twin in _variants(game, scene):
                other = _played(game, twin, options, action, params, seed)
                if other is not None:
                    yield from _seen_in(game, action, params, (scene, played), (twin, other), change)
            scene = played.outcome[0]


def _played(game: Game, scene: Any, options: Any, action: str, params: Any, seed: int) -> Played[Any] | None:
    """A move with the dice of a seed; the first choice of every decision. None if it is not legal."""
    answers: list[Any] = []
    for _ in range(_MOST_ANSWERS):
        try:
            return game.act(action, scene, params, options, choices=answers, random=Random(seed))
        except Need as need:
            answers.append(need.choices[0])
        except Exception:  # the changed value is impossible in this game; the checks of actions report other errors
            return None
    return None


def _variants(game: Game, scene: Any) -> Iterator[tuple[Change, Any]]:
    """The scene with one hidden value of one of the GM's characters changed, for each value that can be."""
    assert game.opening is not None
    stored = msgspec.to_builtins(scene)
    for name, sheet in stored["characters"].items():
        if name in game.opening.heroes:
            continue
        for path, value in _leaves(sheet):
            if path[0] in game.secrets.foe_shows or isinstance(value, bool) or not isinstance(value, int | str):
                continue
            for other in (value - 1, value + 1) if isinstance(value, int) else (f"{value}x",):
                change = Change(("characters", name, *path), other, value)
                try:
                    twin = msgspec.convert(apply(stored, (change,)), type(scene))
                except msgspec.ValidationError:
                    continue
                yield change, twin
                break


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value in plain data that is not an object, with its path; items of lists by number."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    else:
        yield path, value
    for name, one in inner:
        yield from _leaves(one, (*path, str(name)))


def _seen_in(
    game: Game, action: str, params: Any, one: tuple[Any, Played[Any]], other: tuple[Any, Played[Any]], change: Change
) -> Iterator[tuple[Copied, bool]]:
    """The places where the views of two moves differ, and whether each has its own hidden value there."""
    seen, seen_other = (dict(_leaves(_view(game, action, params, *each))) for each in (one, other))
    after, after_other = (value_at(msgspec.to_builtins(played.outcome[0]), change.path) for _, played in (one, other))
    pairs = {(change.before, change.value), (after, after_other)}
    for place, value in seen.items():
        if place in seen_other and seen_other[place] != value:
            holds = any(_is_copy(value, seen_other[place], *pair) for pair in pairs)
            yield Copied(action, ".".join(place), change.path[2]), holds


def _is_copy(seen: Any, seen_other: Any, hidden: Any, hidden_other: Any) -> bool:
    """Whether the first view has the first value, and the second the second: as a value, or in a text."""
    if hidden == hidden_other:
        return False
    if isinstance(seen, str) and isinstance(seen_other, str):
        words = re.compile(rf"\b{re.escape(str(hidden))}\b")
        return bool(words.search(seen)) and words.sub(str(hidden_other), seen) == seen_other
    return bool(seen == hidden and seen_other == hidden_other)


def _view(game: Game, action: str, params: Any, before: Any, played: Played[Any]) -> dict[str, Any]:
    """A player's view of a move and of the scene after it."""
    assert game.opening is not None
    after, outcome = played.outcome
    stored, was = msgspec.to_builtins(after), msgspec.to_builtins(before)
    state = TableState(
        seq=1,
        game=game.slug,
        play={"scene": stored, "options": {}, "pending": {}, "requests": {}},
        seats={_GM: Seat("GM", "gm"), _PLAYER: Seat("Player", "player")},
        keepers={name: Keeper(_PLAYER) for name in game.opening.heroes},
    )
    acted = ActionTaken(
        action,
        dict(params),
        tuple(RecordedDie(0, face) for face in played.faces),
        played.choices,
        plain(outcome),
        tuple(plain(played.breakdown)),
        played.cites,
        difference({"scene": was}, {"scene": stored}),
    )
    viewer = Viewer(_PLAYER, False)
    event = redact_event(game, state, Event(1, "", _GM, acted), viewer)
    return {"the log": msgspec.to_builtins(event), "the scene": redact_scene(game, state, viewer)}

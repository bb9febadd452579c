"""Checks of a game's declarations beside its rules: trackers, examples, openings, and the end of a fight."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from random import Random
from typing import Any

import msgspec

from rulewright.game.definition import Game
from rulewright.game.trackers import Tracker
from rulewright.readings import Need
from rulewright.testing.fault import Fault, fault_of
from rulewright.testing.scenes import acted, fight_goes_on, with_fight_begun, with_turn_begun

_MOVES = 1_500
"""Random moves after which a fight should be over."""


def trackers(game: Game, scenes: Callable[[], list[Any]]) -> Iterator[Fault]:
    """A fault for each tracker whose path leads nowhere on any sheet of the opening, or in its scene."""
    options, shown = game.table_options(), scenes() if game.trackers else []
    sheets = [game.show_sheet(options, sheet) for one in shown for sheet in getattr(one, "characters", {}).values()]
    whole = [{**msgspec.to_builtins(scene), **game.scene_derived(options, scene)} for scene in shown]
    for tracker in game.trackers:
        where = sheets if tracker.where == "sheet" else whole
        for path in (tracker.value, tracker.most):
            if isinstance(path, str) and path and where:
                yield from _path(tracker, path, where)


def _path(tracker: Tracker, path: str, where: list[Any]) -> Iterator[Fault]:
    missing: tuple[str, list[str]] | None = None
    for data in where:
        missing = _missing(data, path.split("."))
        if missing is None:
            return
    assert missing is not None
    name, others = missing
    meant = get_close_matches(name, others, 1)
    hint = f"; perhaps {meant[0]}" if meant else f" (there are: {', '.join(others) or 'none'})"
    yield Fault(f"tracker {tracker.label}", f"the {tracker.where} has no {name}, in the path {path}{hint}")


def _missing(data: Any, path: list[str]) -> tuple[str, list[str]] | None:
    """The first missing part of a path, and the names that exist instead; None if the path leads somewhere."""
    if not path or data is None:
        return None
    first, *rest = path
    if first == "*":
        inner = list(data.values()) if isinstance(data, Mapping) else list(data) if isinstance(data, list) else []
        found = [_missing(one, rest) for one in inner]
        return next((one for one in found if one is not None), None)
    if isinstance(data, list | tuple) and first.isdigit():
        return _missing(data[int(first)], rest) if int(first) < len(data) else None
    if not isinstance(data, Mapping):
        return first, []
    return _missing(data[first], rest) if first in data else (first, list(data))


def examples(game: Game) -> Iterator[Fault]:
    """Run every example; an example that fails raises."""
    for example in game.examples:
        if example.command == "odds":
            game.odds_within(3, example.roll, example.params, example.options)
        else:
            game.play(example.roll, example.params, example.options, random=Random(1))
    yield from ()


def opening(game: Game) -> Iterator[Fault]:
    """A fault for each opening that names an unknown hero or leaves no legal action; steps that fail raise.

    The page identifies an opening by its heroes, and players by its title: two openings of a game differ in both.
    """
    for one in game.openings:
        options, scene, random = game.table_options(), game.scene(), Random(1)
        for action, params in one.steps:
            scene = acted(game, scene, options, action, params, random)
        scene = with_turn_begun(game, scene, options, random)
        for name in one.heroes:
            if name not in scene.characters:
                yield Fault("opening", f"no character is called {name}")
        action, params = one.first
        with suppress(Need):  # a decision for the player
            game.act(action, scene, params, options, random=random)
        if not game.legal_now(scene, options):
            yield Fault("opening", "no action is legal after it")
    for key in ("title", "heroes"):
        if len({getattr(one, key) for one in game.openings}) < len(game.openings):
            yield Fault("opening", f"two openings have the same {key}")


def fight(game: Game, scenes: Callable[[], list[Any]], seconds: float) -> Iterator[Fault]:
    """A fault if the fight of the opening, or one that a legal action begins, does not end."""
    options, random = game.table_options(), Random(1)
    for scene in scenes()[:1]:
        scene = with_fight_begun(game, scene, options, random)
        made, goes_on = fight_goes_on(game, scene, options, random, _MOVES, seconds)
        if goes_on:
            yield fault_of(
                "fight", f"it is not over after {made:,} random moves: check when its status says over", game.fight
            )

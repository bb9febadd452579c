"""Scenes to try actions in: those of a game's opening, and some random play from there."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from random import Random
from time import process_time
from typing import Any

from rulewright.game.actions import Action
from rulewright.game.definition import Game
from rulewright.game.legal_actions import Offer
from rulewright.readings import Need
from rulewright.rules import BadInput, Refused
from rulewright.rules.hints import bare, extras
from rulewright.rules.parameters import Parameter
from rulewright.testing.samples import values_of

_MOST_WAYS = 60
_MOST_ANSWERS = 100


def opening_scenes(game: Game, options: Any, random: Random) -> Iterator[Any]:
    """The empty scene, and the scene after each step of every opening; the first opening comes last."""
    empty = game.scene()
    if empty is None:
        return
    yield empty
    for opening in reversed(game.openings):
        scene = empty
        for action, params in opening.steps:
            scene = acted(game, scene, options, action, params, random)
            yield scene


def acted(game: Game, scene: Any, options: Any, action: str, params: Mapping[str, Any], random: Random) -> Any:
    """The scene after an action; decisions are taken at random."""
    seed = random.getrandbits(64)
    answers: list[Any] = []
    for _ in range(_MOST_ANSWERS):
        try:
            return game.act(action, scene, params, options, choices=answers, random=Random(seed)).outcome[0]
        except Need as need:
            answers.append(random.choice(need.choices))
    raise BadInput(f"{action} asks for more than {_MOST_ANSWERS} decisions")


def with_turn_begun(game: Game, scene: Any, options: Any, random: Random) -> Any:
    """The scene after the start of a turn that begins automatically at the table."""
    rules = game.fights
    if rules is None or not rules.begin:
        return scene
    who = rules.turn_to_begin(scene, options)
    return scene if who is None else acted(game, scene, options, rules.begin, {"who": who}, random)


def with_fight_begun(game: Game, scene: Any, options: Any, random: Random) -> Any:
    """The scene after a legal action that begins a fight; unchanged if a fight is running or no action begins one."""
    if game.fight(scene, options) is not None:
        return scene
    one_way = {offer.action: params for offer, params in legal_moves(game, scene, options)}
    for action, params in one_way.items():
        with suppress(Refused, BadInput):
            after = acted(game, scene, options, action, params, random)
            status = game.fight(after, options)
            if status is not None and not status.over:
                return with_turn_begun(game, after, options, random)
    return scene


def legal_moves(game: Game, scene: Any, options: Any) -> list[tuple[Offer, Mapping[str, Any]]]:
    """Every legal move of any character, with a value for each picked parameter."""
    return [(offer, way.params) for offer in game.legal_now(scene, options) for way in offer.ways if not way.needs]


def ways_to_try(action: Action, scene: Any, random: Random) -> list[dict[str, Any]]:
    """Sets of values for an action, legal and illegal: every name for a name, the ends of a number."""
    names = list(getattr(scene, "characters", {}))
    each = [[(one.name, value) for value in _candidates(one, names)] for one in action.parameters if _is_tried(one)]
    if not all(each):
        return []
    ways = [dict(way) for way in product(*each)] if _count(each) <= 5_000 else []
    random.shuffle(ways)
    return ways[:_MOST_WAYS]


def _is_tried(parameter: Parameter) -> bool:
    return parameter.required or "names" in extras(bare(parameter.kind).metas)


def _candidates(parameter: Parameter, names: list[str]) -> list[Any]:
    if extras(bare(parameter.kind).metas).get("names") == "character":
        return names
    return values_of(parameter)[:4]


def _count(each: list[list[Any]]) -> int:
    count = 1
    for values in each:
        count *= len(values)
    return count


def fight_goes_on(game: Game, scene: Any, options: Any, random: Random, moves: int, seconds: float) -> tuple[int, bool]:
    """The number of random moves made in the fight of a scene, and whether it is still running after `moves`."""
    ends = process_time() + seconds
    for made in range(moves):
        status = game.fight(scene, options)
        if status is None or status.over or process_time() > ends:
            return made, False
        legal = legal_moves(game, scene, options)
        own = [(offer, params) for offer, params in legal if offer.who in (status.turn, *status.due)]
        turn = [(offer.action, params) for offer, params in own if offer.when == "turn"]
        turn = turn or [(offer.action, params) for offer, params in own]
        if not turn:
            return made, False
        action, params = random.choice(turn)
        try:
            scene = acted(game, scene, options, action, params, random)
        except Refused:
            continue
    return moves, True

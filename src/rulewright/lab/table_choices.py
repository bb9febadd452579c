"""The choices of a character at the table: acts of each kind, or moves with every parameter that the player decides."""

from collections.abc import Iterable, Mapping
from itertools import product, zip_longest
from typing import Any

from msgspec import Struct

from rulewright.game import Game, Offer
from rulewright.game.fight_step import Act, FightRules, Position, Roster
from rulewright.game.fights import Move
from rulewright.game.legal_actions import MOST_LISTED, Ask, Way


def kinds_of_acts(
    rules: FightRules[Any, Any], options: Any, position: Position[Any], roster: Roster[Any], acts: Iterable[Act]
) -> dict[Act, tuple[str, ...]]:
    """One act for each group of equivalent acts, with its other targets; of equivalent targets, the next in order."""
    kinds: dict[Any, list[tuple[int, str, Act]]] = {}
    for one in acts:
        whom = [roster.at(value) for _, value in one.params if value in roster.names]
        others = tuple(param for param in one.params if param[1] not in roster.names)
        alike = tuple(rules.likeness(options, position, roster, one, index) for index in whom)
        first = whom[0] if whom else 0
        ahead = (first - position.at) % len(roster.names)
        kinds.setdefault((one.action, others, alike), []).append((ahead, roster.names[first], one))
    found = {}
    for same in kinds.values():
        (_, _, chosen), *more = sorted(same, key=lambda one: one[0])
        found[chosen] = tuple(name for _, name, _ in more)
    return found


class Choices(Struct, frozen=True):
    """The moves to choose from, and the parameters that could not be listed."""

    moves: tuple[Move, ...]
    unlisted: tuple[str, ...] = ()


def choices_of(
    game: Game, scene: Any, options: Any, offers: Iterable[Offer], using: Mapping[str, Mapping[str, Any]]
) -> Choices:
    """Every legal choice in these offers; `using` fixes some values of an action.

    Required parameters and those that the player decides on (`Action.own`) are tried in every combination;
    the others describe the situation and keep their defaults. One move of each action comes before the
    second of any, so that a short time still covers every action.
    """
    unlisted: list[str] = []
    by_action = []
    for offer in offers:
        always = using.get(offer.action, {})
        moves = [
            Move(offer.action, {**params, **always})
            for way in offer.ways
            for params in _filled_in(game, offer, way, always, unlisted)
        ]
        legal = [move for move in moves if game.refusal(move.action, scene, move.params, options) is None]
        by_action.append({repr(move): move for move in legal}.values())
    in_turns = [move for together in zip_longest(*by_action) for move in together if move is not None]
    return Choices(tuple(in_turns), tuple(dict.fromkeys(unlisted)))


def _filled_in(
    game: Game, offer: Offer, way: Way, always: Mapping[str, Any], unlisted: list[str]
) -> Iterable[dict[str, Any]]:
    """The parameters of a way with every choice of its open ones; adds those that cannot be listed to `unlisted`."""
    asks = {ask.name: ask for ask in offer.asks}
    wanted = [name for name in dict.fromkeys((*way.needs, *game.action(offer.action).own)) if name not in always]
    values: dict[str, tuple[Any, ...]] = {}
    for name in wanted:
        listed = way.may.get(name) or _numbers(asks.get(name))
        if listed:
            values[name] = listed
        elif name in asks and not _offers_no_choice(asks[name]):
            unlisted.append(f"{offer.action} {name} ({asks[name].allowed})")
            if name in way.needs:
                return
    for chosen in product(*values.values()):
        given = dict(zip(values, chosen, strict=True))
        usual = {name for name, value in given.items() if name in asks and not asks[name].required}
        yield way.params | {
            name: value for name, value in given.items() if name not in usual or value != asks[name].default
        }


def _offers_no_choice(ask: Ask) -> bool:
    """Whether a parameter offers no choice: a list without allowed values, or a text for the log."""
    is_note = ask.kind == "text" and ask.default == ""
    return not ask.required and (is_note or (ask.kind == "list" and not ask.items))


def _numbers(ask: Ask | None) -> tuple[int, ...]:
    """The numbers that a parameter can be, its default first; with limits far off on both sides, those from 0 up."""
    if ask is None or ask.kind != "number":
        return ()
    least = 0 if ask.least is None else ask.least
    most = least + MOST_LISTED if ask.most is None else ask.most
    if least < 0 and most > MOST_LISTED:  # a technical limit of the type, not one of the rules
        least, most = 0, MOST_LISTED
    if most - least > MOST_LISTED:
        return ()
    return tuple(dict.fromkeys((least if ask.required else ask.default, *range(least, most + 1))))

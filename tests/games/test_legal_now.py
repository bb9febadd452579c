"""What is legal now, in every game: the scenes of the golden evenings, each action and everything it can name."""

import shlex
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from msgspec import Meta

from rulewright.cli.arguments import pairs
from rulewright.game import Action, Ask, Game, Offer, Way, find_game, installed_games
from rulewright.game.legal_actions import offers_of
from rulewright.game.typed_input import faces
from rulewright.readings import Need
from rulewright.rules import BadInput, Refused
from rulewright.rules.parameters import Parameter

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER

every_game = pytest.mark.parametrize("slug", installed_games())
SCENES = 10


class Moment:
    """A scene of a golden evening, with what was done next."""

    def __init__(self, scene: Any, options: Any, action: str, params: dict[str, Any]) -> None:
        self.scene, self.options, self.action, self.params = scene, options, action, params


@cache
def evening(slug: str) -> list[Moment]:
    """Every scene of the golden playthrough in which something was done and not refused."""
    game, moments = find_game(slug), []
    scene, options = game.scene(), game.table_options()
    for line in (FOLDER / f"{slug}.txt").read_text().splitlines():
        if line.startswith("options "):
            options = game.table_options(pairs(shlex.split(line)[1:], "option"))
        if line.startswith("> "):
            command, *rest = line[2:].split(" | ")
            name, *words = shlex.split(command)
            extra = dict(part.split(" ", 1) for part in rest)
            chosen = [choice.strip() for choice in extra["choose"].split(",")] if "choose" in extra else []
            params = dict(pairs(words, "parameter"))
            try:
                played = game.act(name, scene, params, options, faces=faces(extra.get("dice", "")), choices=chosen)
            except (Refused, BadInput, Need, ValueError):
                continue
            moments.append(Moment(scene, options, name, params))
            scene = played.outcome[0]
    assert len(moments) > SCENES, "hardly anything could be done on the golden evening"
    return moments


def some_moments(slug: str) -> list[Moment]:
    """Some of them, from the beginning to the end."""
    moments = evening(slug)
    return moments[:: max(1, len(moments) // SCENES)]


def samples(ask: Ask) -> list[Any]:
    """Values for something that has to be given."""
    if ask.kind == "number":
        return sorted({number for number in (ask.least, ask.most, 1) if number is not None})
    if ask.kind == "text":
        return ["a new thing"]
    return [[item] for item in ask.items]


def with_needs(offer: Offer, way: Way) -> list[dict[str, Any]]:
    """The parameters of a way, filled up with what it needs in every way we can think of."""
    asks = {ask.name: ask for ask in offer.asks}
    needed = [way.may[name] if name in way.may else samples(asks[name]) for name in way.needs]
    return [way.params | dict(zip(way.needs, given, strict=True)) for given in product(*needed)]


# --- what is offered can be done ---------------------------------------------------------------


@every_game
def test_every_way_that_is_offered_is_accepted(slug: str) -> None:
    game, tried = find_game(slug), 0
    for moment in some_moments(slug):

        def accepted(action: str, params: dict[str, Any], at: Moment = moment) -> bool:
            return game.refusal(action, at.scene, params, at.options) is None

        for offer in game.legal_now(moment.scene, moment.options):
            for way in offer.ways:
                filled = with_needs(offer, way)
                if not filled:  # it needs an object or a list that only people can think of
                    continue
                found = next((params for params in filled if accepted(offer.action, params)), None)
                assert found is not None, (offer.action, way)
                for name, values in way.may.items():
                    for value in values:
                        assert accepted(offer.action, found | {name: value}), (offer.action, way, name, value)
                        tried += 1
    assert tried > 100


@every_game
def test_whatever_was_done_on_the_golden_evening_was_offered(slug: str) -> None:
    game = find_game(slug)
    for moment in evening(slug):
        action = game.action(moment.action)
        if action.name == "reorder-fight":
            continue  # any order of everyone who fights is legal: too many to list
        parameters = action.parameters
        defaults = {one.name: one.default for one in parameters}
        # What is only suggested may be something else: a die code, an empty space.
        listed = [one.name for one in parameters if "suggests" not in extras_of(one.kind)]
        done = defaults | moment.params
        ways = [way for offer in offers_of(action, game.names, moment.scene, moment.options) for way in offer.ways]
        assert any(matches(way, done, defaults, listed) for way in ways), (moment.action, moment.params)


def matches(way: Way, done: dict[str, Any], defaults: dict[str, Any], listed: list[str]) -> bool:
    """Whether what was done is this way: the same picks, and nothing varied that may not be."""

    def same(one: Any, other: Any) -> bool:
        return str(hashable(one)).lower() == str(hashable(other)).lower()

    picked = all(same(done[name], value) for name, value in way.params.items())
    varied = [name for name in listed if name in way.may and not same(done[name], defaults[name])]
    return picked and (len(varied) != 1 or any(same(done[varied[0]], value) for value in way.may[varied[0]]))


# --- what is not offered is refused ------------------------------------------------------------


def extras_of(hint: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for meta in getattr(hint, "__metadata__", ()):
        found |= (meta.extra or {}) if isinstance(meta, Meta) else {}
    return found


def values_of(game: Game, moment: Moment, one: Parameter) -> list[Any]:
    """What can be said of a parameter, whatever its owner; nothing where only people can think of something."""
    extra = extras_of(one.kind)
    plain = get_args(one.kind)[0] if get_origin(one.kind) is Annotated else one.kind
    kind = extra.get("names", extra.get("suggests"))
    characters = list(moment.scene.characters)
    if get_origin(plain) is tuple and plain != tuple[int, int]:
        return [[name] for name in characters] if kind == "character" else []
    if kind == "character":
        return characters
    if kind is not None:
        owners = ["", *characters, *getattr(moment.scene, "challenges", {})]
        return [name for owner in owners for name in game.names[kind](moment.scene, moment.options, owner)]
    if get_origin(plain) is Literal:
        return list(get_args(plain))
    return list(extra.get("choices", {int: (1, 1000), str: ("a new thing",)}.get(plain, ())))


def everything(game: Game, moment: Moment, action: Action) -> Iterator[dict[str, Any]]:
    """Every combination of what is required and what names something, the rest left at its default."""
    lists = []
    for one in action.parameters:
        extra = extras_of(one.kind)
        if one.required:
            lists.append((one.name, values_of(game, moment, one)))
        elif one.default is not None and extra.keys() & {"names", "choices"} and isinstance(one.default, str):
            lists.append((one.name, [one.default, *values_of(game, moment, one)]))
    for values in product(*(dict.fromkeys(map(hashable, values)) for _, values in lists)):
        yield {name: value for (name, _), value in zip(lists, values, strict=True)}


def hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def is_offered(ways: list[Way], params: dict[str, Any]) -> bool:
    return any(
        all(params[name] == value for name, value in way.params.items())
        and all(params[name] in values for name, values in way.may.items() if name in params)
        for way in ways
    )


@every_game
def test_every_combination_that_is_not_offered_is_refused(slug: str) -> None:
    game, refused, offered = find_game(slug), 0, 0
    for moment in some_moments(slug):
        offers = game.legal_now(moment.scene, moment.options)
        for action in game.actions:
            ways = [way for offer in offers if offer.action == action.name for way in offer.ways]
            for params in everything(game, moment, action):
                if is_offered(ways, params):
                    offered += 1
                else:
                    assert game.refusal(action.name, moment.scene, params, moment.options), (action.name, params)
                    refused += 1
    assert offered > 100
    assert refused > 100


# --- options -----------------------------------------------------------------------------------


def offered_to(game: Game, scene: Any, action: str, **options: Any) -> list[str]:
    table = game.table_options({name.replace("_", "-"): value for name, value in options.items()})
    return [offer.who for offer in game.legal_now(scene, table) if offer.action == action]


def test_an_action_whose_option_is_off_is_offered_to_nobody() -> None:
    game = find_game("untold-aeons")
    scene = next(moment.scene for moment in evening("untold-aeons") if len(moment.scene.characters) > 1)
    assert offered_to(game, scene, "hidden-check", hidden_difficulty="off") == []
    assert offered_to(game, scene, "hidden-check", hidden_difficulty="on")
    rich = game.act("award-xp", scene, {"who": next(iter(scene.characters)), "amount": 500}, game.table_options())
    assert offered_to(game, rich.outcome[0], "raise-characteristic", characteristic_cost=0) == []
    assert offered_to(game, rich.outcome[0], "raise-characteristic")


def test_what_the_draft_has_no_rule_for_is_offered_to_nobody() -> None:
    game = find_game("die-code")
    for moment in evening("die-code"):
        offers = {offer.action: offer.by for offer in game.legal_now(moment.scene, moment.options)}
        assert not offers.keys() & {"rest", "die", "buy", "earn-experience"}
        # Harm and healing are an extension, for the GM to say.
        assert {offers[action] for action in ("damage", "heal") if action in offers} <= {"gm"}

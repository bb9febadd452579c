"""What holds for every installed game."""

import ast
import json
import re
from collections import Counter
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from math import log
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import fields

from rulewright.cli.cases import run_cases
from rulewright.dice import Odds
from rulewright.game import Game, find_game, installed_games
from rulewright.rules import cites

CASES = Path(__file__).parent.parent / "cases"
GAMES = [find_game(slug) for slug in installed_games()]

MOST_PLAYS, FEWEST_PLAYS, FACES_PER_ROLL = 3_000, 200, 20_000

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_roll = pytest.mark.parametrize(
    ("game", "roll"),
    [pytest.param(game, roll.name, id=f"{game.slug}-{roll.name}") for game in GAMES for roll in game.rolls],
)


@cache
def cases_of(slug: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CASES / f"{slug}.json").read_text())
    return cases


def settings_of(game: Game, roll: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The parameters and options to try a roll with: the defaults, if it has them, and the golden cases."""
    settings: list[tuple[dict[str, Any], dict[str, Any]]] = []
    if not any(one.required for one in game.roll(roll).parameters):
        settings.append(({}, {}))
    for case in cases_of(game.slug):
        setting = (case.get("params") or {}, case.get("options") or {})
        if case.get("roll") == roll and "error" not in case and setting not in settings:
            settings.append(setting)
    return settings


def modules_of(game: Game) -> list[ModuleType]:
    """The game's package and every module in it."""
    (entry,) = entry_points(group="rulewright.games", name=game.slug)
    package = import_module(entry.module)
    inside = walk_packages(package.__path__, f"{package.__name__}.") if hasattr(package, "__path__") else ()
    return [package, *(import_module(found.name) for found in inside)]


# --- golden cases and examples


@every_game
def test_the_golden_cases_come_out(game: Game) -> None:
    answers = list(run_cases(game, cases_of(game.slug)))
    assert answers
    assert [answer for answer in answers if answer["ok"] is not True] == []


@every_game
def test_the_examples_run(game: Game) -> None:
    assert game.examples
    for example in game.examples:
        if example.command == "odds":
            assert game.odds(example.roll, example.params, example.options).total > 0
        else:
            assert game.play(example.roll, example.params, example.options, random=Random(1)).outcome is not None


# --- rolls


# One comparison of a sampled share with its chance fails a right program once in 10^15 times: a
# million comparisons together stay below a false-alarm chance of 1e-9.
LIMIT = log(2 / 1e-15)


def surprise(share: float, chance: float) -> float:
    """How surprising a share is, per play, where `chance` was expected (Kullback and Leibler)."""
    parts = ((share, chance), (1 - share, 1 - chance))
    return sum(seen * log(seen / expected) if expected else 0.0 for seen, expected in parts if seen)


def plays_for(game: Game, roll: str, params: dict[str, Any], options: dict[str, Any]) -> int:
    """Fewer plays of rolls that throw many dice."""
    faces = sum(len(game.play(roll, params, options, random=Random(seed)).faces) for seed in range(20)) / 20
    return max(FEWEST_PLAYS, min(MOST_PLAYS, int(FACES_PER_ROLL / max(faces, 1))))


@every_roll
def test_play_agrees_with_the_odds(game: Game, roll: str) -> None:
    assert settings_of(game, roll), "no golden case says what this roll takes"
    for params, options in settings_of(game, roll):
        exact: Odds[Any] = game.odds(roll, params, options)
        assert sum(exact.weights.values()) == exact.total
        plays, random = plays_for(game, roll, params, options), Random(20260715)
        counts = Counter(game.play(roll, params, options, random=random).outcome for _ in range(plays))
        assert counts.keys() <= exact.weights.keys()
        for outcome, chance in exact.items():
            share = counts[outcome] / plays
            assert plays * surprise(share, float(chance)) <= LIMIT, (params, options, outcome, share, float(chance))


@every_roll
def test_recorded_dice_can_be_replayed(game: Game, roll: str) -> None:
    for params, options in settings_of(game, roll):
        for seed in range(10):
            played = game.play(roll, params, options, random=Random(seed))
            again = game.play(roll, params, options, faces=played.faces, choices=played.choices)
            assert again == played


@every_roll
def test_the_outcome_is_a_frozen_struct(game: Game, roll: str) -> None:
    kind = get_type_hints(game.roll(roll).rule)["return"]
    assert issubclass(kind, Struct)
    assert kind.__struct_config__.frozen
    for params, options in settings_of(game, roll):
        assert {type(outcome) for outcome in game.odds(roll, params, options)} == {kind}


@every_roll
def test_the_roll_is_put_in_words(game: Game, roll: str) -> None:
    entry = game.roll(roll)
    assert entry.summary.endswith(".")
    assert entry.dice_order
    for parameter in entry.parameters:
        assert parameter.allowed != "a value", f"{parameter.name}: what is allowed is not said"


# --- numbered rules


def cited_in(game: Game) -> dict[str, set[str]]:
    """Each rule number that code cites, with where: by `@rule`, or as a text in the code such as a refusal's."""
    number = re.compile(rf"{prefix_of(game)}-A?\d+")
    cited: dict[str, set[str]] = {}
    for module in modules_of(game):
        for name, function in vars(module).items():
            for one in cites(function) if callable(function) else ():
                cited.setdefault(one, set()).add(f"{module.__name__}.{name}")
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for one in number.findall(node.value):
                    cited.setdefault(one, set()).add(module.__name__)
    for file in files(modules_of(game)[0].__name__).iterdir():
        if file.name.endswith(".toml") and file.name != "rules.toml":
            for one in number.findall(file.read_text()):
                cited.setdefault(one, set()).add(file.name)
    return cited


def prefix_of(game: Game) -> str:
    (prefix,) = {number.split("-")[0] for number in game.inventory.rules}
    return prefix


@every_game
def test_every_number_that_is_cited_exists(game: Game) -> None:
    known = game.inventory.rules.keys() | game.inventory.rulings.keys()
    assert {number: where for number, where in cited_in(game).items() if number not in known} == {}


@every_game
def test_every_roll_action_and_derived_value_cites_a_rule(game: Game) -> None:
    named = [(entry.name, entry.rule) for entry in game.rolls]
    named += [(entry.name, entry.perform) for entry in game.actions]
    named += [(entry.name, entry.function) for entry in game.derivations]
    assert [name for name, function in named if not cites(function)] == []


@every_game
def test_every_numbered_rule_is_cited(game: Game) -> None:
    cited = cited_in(game)
    assert [number for number in game.inventory.rules if number not in cited] == []


@every_game
def test_every_number_that_a_text_refers_to_exists(game: Game) -> None:
    inventory = game.inventory
    known = inventory.rules.keys() | inventory.rulings.keys()
    number = re.compile(rf"{prefix_of(game)}-A?\d+")
    assert [one for text in map(inventory.text, known) for one in number.findall(text) if one not in known] == []


# --- options


@every_game
def test_every_option_belongs_to_a_ruling(game: Game) -> None:
    assert {option.ruling for option in game.option_texts()} <= game.inventory.rulings.keys()


@every_game
def test_every_option_says_what_it_and_its_values_mean(game: Game) -> None:
    hints = get_type_hints(game.options)
    literals = {field.encode_name: get_args(hints[field.name]) for field in fields(game.options)}
    for option in game.option_texts():
        assert option.meaning, f"{option.name} has no meaning"
        if option.values:
            assert list(option.values) == list(literals[option.name]), f"{option.name}: other values than words"


@every_game
def test_the_text_of_a_ruling_names_its_options_and_their_values(game: Game) -> None:
    for option in game.option_texts():
        text = game.inventory.text(option.ruling)
        assert f"`{option.name}`" in text, f"{option.ruling} does not name {option.name}"
        for value in option.values:
            assert value in text, f"{option.ruling} does not say {value}"


@every_game
def test_the_default_of_an_option_comes_first(game: Game) -> None:
    hints = get_type_hints(game.options)
    for field in fields(game.options):
        if get_origin(hints[field.name]) is Literal:
            assert field.default == get_args(hints[field.name])[0], field.encode_name


@every_game
def test_a_game_is_found_under_its_own_slug(game: Game) -> None:
    assert find_game(game.slug) is game
    assert game.name
    assert game.inventory.summary


@every_game
def test_the_words_of_results_are_put_in_order(game: Game) -> None:
    words: set[str] = set()
    for roll in game.rolls:
        hints = get_type_hints(get_type_hints(roll.rule)["return"])
        for field in ("result", "end"):
            if get_origin(hints.get(field)) is Literal:
                words |= set(get_args(hints[field]))
    assert words <= set(game.worst_to_best)
    assert len(set(game.worst_to_best)) == len(game.worst_to_best)

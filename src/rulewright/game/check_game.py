"""Checks a game for its author: each check yields one sentence per fault.

An exception in the game's own code is reported like any other fault, with its place, and does not stop
the other checks.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import entry_points
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from rulewright.game.actions import Action
from rulewright.game.definition import Game, Roll
from rulewright.game.discovery import GROUP, find_game
from rulewright.game.python_file import game_of_python_file, is_python_file
from rulewright.game.who_may import undeclared
from rulewright.readings import Budget, Need, OverBudget, Undecided
from rulewright.readings.paths.bad_rule import bad_rule_at
from rulewright.readings.watch import stopped_after
from rulewright.rules import BadInput, BadRule, Refused, cites
from rulewright.rules.parameters import parameters_of, takes
from rulewright.rules.rule import summary

_IMPURE = frozenset({"random", "secrets", "time", "datetime", "os", "socket", "subprocess", "numpy"})
_PLAYS = 20
_BUDGET = 5.0
"""Seconds for the exact odds of one roll; a roll that takes longer is only played."""
_LONGEST = 10.0
"""Seconds for all that is tried of one roll."""


def faults(slug: str) -> Iterator[str]:
    """Every fault found in an installed game, one sentence each."""
    if is_python_file(slug):
        yield from _safely("rolls", _rolls, game_of_python_file(slug))
        return
    game = find_game(slug)
    if game.slug != slug:
        yield f"the entry point is called {slug}, the game's own slug is {game.slug}"
    modules = _modules(slug)
    yield from _safely("numbers", _numbers, game, modules)
    for check in (_texts, _options, _rolls, _derivations, _actions):
        yield from _safely(check.__name__.strip("_"), check, game)
    for check in (_examples, _opening):
        yield from _safely(check.__name__.strip("_"), _within_time, check, game)
    yield from _impure(modules)


def _safely(what: str, check: Callable[..., Iterator[str]], *given: Any) -> Iterator[str]:
    """The faults a check finds; an exception in the game's code is a fault too."""
    try:
        yield from check(*given)
    except (BadInput, BadRule, Refused) as refused:
        yield f"{what}: {refused}"
    except Exception as error:
        yield f"{what}: {bad_rule_at(f'{type(error).__name__}: {error}', error.__traceback__)}"


def _texts(game: Game) -> Iterator[str]:
    if not game.inventory.summary:
        yield "rules.toml has no summary"
    if not game.inventory.rules:
        yield "rules.toml has no numbered rules"


def _numbers(game: Game, modules: list[ModuleType]) -> Iterator[str]:
    known = game.inventory.rules.keys() | game.inventory.rulings.keys()
    for module in modules:
        own = [one for one in vars(module).values() if getattr(one, "__module__", None) == module.__name__]
        for one in own:
            for number in cites(one):
                if number not in known:
                    yield f"{module.__name__}.{one.__name__} carries {number}, which rules.toml does not have"


def _options(game: Game) -> Iterator[str]:
    game.table_options()
    named = {option.name for option in game.option_texts()}
    for number, ruling in game.inventory.rulings.items():
        for option in ruling.options:
            if option not in named:
                yield f"ruling {number} names the option {option}, which the game does not have"


def _within_time(check: Callable[..., Iterator[str]], *given: Any) -> Iterator[str]:
    """The same, stopped with the line that is running if it takes too long."""
    with stopped_after(_LONGEST):
        found = list(check(*given))
    yield from found


def _rolls(game: Game) -> Iterator[str]:
    yield from _twice("roll", [roll.name for roll in game.rolls])
    for roll in game.rolls:
        what = f"roll {roll.name}"
        yield from _told(what, roll.rule, 1)
        yield from _safely(what, _unsaid, what, roll)
        if not roll.dice_order:
            yield f"{what}: dice_order is empty; say in which order its dice are typed"
        yield from _safely(what, _within_time, _tried, game, roll.name)


def _tried(game: Game, name: str) -> Iterator[str]:
    """A roll without required parameters is priced, played, and played again with the same dice."""
    if any(one.required for one in game.roll(name).parameters):
        return
    try:
        priced: set[Any] | None = set(game.odds(name, budget=Budget(seconds=_BUDGET)))
    except OverBudget:
        priced = None
    except Undecided as undecided:
        yield f"roll {name}: {undecided}"
        return
    random = Random(1)
    for _ in range(_PLAYS):
        played = game.play(name, random=random)
        if priced is not None and played.outcome not in priced:
            yield f"roll {name}: {msgspec.to_builtins(played.outcome)} was rolled, but its odds rule that out"
        if game.play(name, faces=played.faces, choices=played.choices).outcome != played.outcome:
            yield f"roll {name}: the same dice give another outcome; a rule must take all chance from the dice"
            return


def _derivations(game: Game) -> Iterator[str]:
    yield from _twice("derived value", [one.name for one in game.derivations])
    for one in game.derivations:
        yield from _told(f"derived value {one.name}", one.function, 1)


def _actions(game: Game) -> Iterator[str]:
    yield from _twice("action", [one.name for one in game.actions])
    for action in game.actions:
        what = f"action {action.name}"
        yield from _told(what, action.perform, 2)
        yield from _safely(what, _unsaid, what, action)
        yield from _safely(what, undeclared, action)
    if game.actions and game.joining not in [action.name for action in game.actions]:
        yield f"characters join by the action {game.joining}, which the game does not have"


def _examples(game: Game) -> Iterator[str]:
    for example in game.examples:
        if example.command == "odds":
            game.odds(example.roll, example.params, example.options)
        else:
            game.play(example.roll, example.params, example.options, random=Random(1))
    yield from ()


def _opening(game: Game) -> Iterator[str]:
    if game.opening is None:
        return
    options, scene, random = game.table_options(), game.scene(), Random(1)
    for action, params in game.opening.steps:
        scene, _ = game.act(action, scene, params, options, random=random).outcome
    for name in game.opening.heroes:
        if name not in scene.characters:
            yield f"opening: no character is called {name}"
    action, params = game.opening.first
    with suppress(Need):  # a decision that is the player's
        game.act(action, scene, params, options, random=random)
    if not game.legal_now(scene, options):
        yield "opening: no action is legal after it"


def _impure(modules: list[ModuleType]) -> Iterator[str]:
    for module in modules:
        for one in vars(module).values():
            home = one.__name__ if isinstance(one, ModuleType) else getattr(one, "__module__", None)
            if isinstance(home, str) and home.partition(".")[0] in _IMPURE:
                yield f"{module.__name__} uses {home}: odds and replays hold only if all chance comes from the dice"


def _told(what: str, function: Callable[..., Any], skip: int) -> Iterator[str]:
    """Checks the docstring and the parameter types of a roll, a derived value or an action."""
    if not summary(function):
        yield f"{what}: {function.__name__} has no docstring, whose first line people read"
    try:
        takes(parameters_of(function, skip))
    except BadInput as untyped:
        yield f"{what}: {untyped}"


def _unsaid(what: str, entry: Roll | Action) -> Iterator[str]:
    for parameter in entry.parameters:
        if parameter.allowed == "a value":
            yield f"{what}: the type of {parameter.name} does not say what is allowed"


def _twice(noun: str, names: list[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"two {noun}s are called {name}"


def _modules(slug: str) -> list[ModuleType]:
    """The modules of a game's package that have been loaded."""
    (home,) = {entry.module for entry in entry_points(group=GROUP, name=slug)}
    return [module for name, module in sorted(sys.modules.items()) if name == home or name.startswith(f"{home}.")]

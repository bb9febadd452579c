"""Checks of a whole game: its texts, numbers, options, rolls, derived values, actions, trackers, opening and fight."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dis import get_instructions
from functools import cache, partial
from importlib.metadata import entry_points
from random import Random
from time import process_time
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from rulewright.game.actions import Action
from rulewright.game.definition import Game
from rulewright.game.discovery import GROUP, find_game
from rulewright.game.legal_actions import offers_of
from rulewright.game.rolls import Derivation, Roll
from rulewright.game.who_may import undeclared
from rulewright.rules import BadInput, BadRule, Refused, cites
from rulewright.rules.parameters import Parameter, parameters_of, takes
from rulewright.rules.rule import Bound, summary
from rulewright.testing import declared
from rulewright.testing.fault import Fault, NamedCheck, fault_at, fault_of
from rulewright.testing.fights import faults_of_fights
from rulewright.testing.rules import Effort, Thrower, faults_of_rule
from rulewright.testing.samples import refused_values, sets_of
from rulewright.testing.scenes import acted, legal_moves, opening_scenes, ways_to_try
from rulewright.testing.secrets import faults_of_secrets

_IMPURE = frozenset({"random", "secrets", "time", "datetime", "os", "socket", "subprocess", "numpy"})
_SECONDS_OF_FIGHT = 3.0
"""Seconds after which a fight is no longer followed, however few moves it has made."""
_SECONDS_PER_ACTION = 0.5
_FURTHER_SCENES = 3
_AT_A_LIMIT = Effort(seconds=0.05, seconds_of_play=0.02, replays=3)


def checks_of_package(game: Game | str) -> list[NamedCheck]:
    """Every check of a game, or of an installed package by the slug of its game."""
    modules = _modules_of(game)
    checks: list[NamedCheck] = []
    if isinstance(game, str):
        named = game
        game = find_game(game)
        checks.append(NamedCheck("slug", partial(_slug, game, named)))
    scenes = cache(partial(_scenes, game))  # shared by all checks that need them
    return [
        *checks,
        NamedCheck("texts", partial(_texts, game)),
        NamedCheck("numbers", partial(_numbers, game, modules)),
        NamedCheck("options", partial(_options, game)),
        NamedCheck("chance", partial(_impure, modules)),
        *checks_of_rolls(game),
        *_derivations(game),
        *_actions(game, scenes),
        NamedCheck("trackers", partial(declared.trackers, game, scenes)),
        NamedCheck("secrets", partial(faults_of_secrets, game, scenes)),
        NamedCheck("examples", partial(declared.examples, game)),
        NamedCheck("opening", partial(declared.opening, game)),
        NamedCheck("fight", partial(declared.fight, game, scenes, _SECONDS_OF_FIGHT)),
        NamedCheck("duels", partial(faults_of_fights, game, scenes, _SECONDS_OF_FIGHT)),
    ]


# --- the whole


def _slug(game: Game, named: str) -> Iterator[Fault]:
    if game.slug != named:
        yield Fault("", f"the entry point is called {named}, the game's own slug is {game.slug}")


def _texts(game: Game) -> Iterator[Fault]:
    if not game.inventory.summary:
        yield Fault("texts", "rules.toml has no summary")
    if not game.inventory.rules:
        yield Fault("texts", "rules.toml has no numbered rules")


def _numbers(game: Game, modules: list[ModuleType]) -> Iterator[Fault]:
    """A fault for each rule number in the code, in `@rule`, `Refused` or a note, that rules.toml does not have."""
    known = game.inventory.rules.keys() | game.inventory.rulings.keys()
    alike = re.compile("|".join({re.sub(r"\d+", r"\\d+", re.escape(number)) for number in known}) or "$^")
    for module in modules:
        for name, one in vars(module).items():
            if getattr(one, "__module__", None) != module.__name__:
                continue
            for number in cites(one):
                if number not in known:
                    words = f"{module.__name__}.{name} carries {number}, which rules.toml does not have"
                    yield fault_of("numbers", words, one)
            for number, line, code in _texts_in(one):
                if alike.fullmatch(number) and number not in known:
                    words = f"{module.__name__}.{name} names {number}, which rules.toml does not have"
                    yield Fault("numbers", words, code.co_filename, line)


def _texts_in(thing: Any) -> Iterator[tuple[str, int, CodeType]]:
    """Each text in the code of a function, or of the methods of a class, with its line."""
    functions = [thing] if isinstance(thing, FunctionType) else []
    if isinstance(thing, type):
        functions = [one for one in vars(thing).values() if isinstance(one, FunctionType)]
    waiting = [function.__code__ for function in functions]
    while waiting:
        code = waiting.pop()
        line = code.co_firstlineno
        for one in get_instructions(code):
            line = (one.positions and one.positions.lineno) or line
            values = one.argval if isinstance(one.argval, tuple) else (one.argval,)
            for value in values if one.opname == "LOAD_CONST" else ():
                if isinstance(value, CodeType):
                    waiting.append(value)
                elif isinstance(value, str):
                    yield value, line, code


def _options(game: Game) -> Iterator[Fault]:
    game.table_options()
    for number, ruling in game.inventory.rulings.items():
        for rule in ruling.reads:
            if rule not in game.inventory.rules:
                yield Fault("rules", f"ruling {number} reads the rule {rule}, which the game does not have")
    for option in game.option_texts():
        if option.ruling and option.ruling not in game.inventory.rules.keys() | game.inventory.rulings.keys():
            words = f"the option {option.name} belongs to {option.ruling}, which the game does not have"
            yield Fault("options", words)


def _impure(modules: list[ModuleType]) -> Iterator[Fault]:
    for module in modules:
        for one in vars(module).values():
            home = one.__name__ if isinstance(one, ModuleType) else getattr(one, "__module__", None)
            if isinstance(home, str) and home.partition(".")[0] in _IMPURE:
                words = f"{module.__name__} uses {home}: odds and replays hold only if all chance comes from the dice"
                yield Fault("", words)


def _twice(noun: str, names: list[str]) -> Iterator[Fault]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Fault("", f"two {noun}s are called {name}")


def _documented(
    what: str, function: Callable[..., Any], skip: int, listed: Callable[[], list[Parameter]]
) -> Iterator[Fault]:
    """A fault for a missing docstring, and for each parameter whose type does not describe the allowed values."""
    if not summary(function):
        yield fault_of(what, f"{function.__name__} has no docstring, whose first line people read", function)
    try:
        takes(parameters_of(function, skip))
    except BadInput as untyped:
        yield fault_of(what, str(untyped), function)
        return
    for parameter in listed():
        if parameter.allowed == "a value":
            yield fault_of(what, f"the type of {parameter.name} does not say what is allowed", function)


# --- rolls and derived values


def checks_of_rolls(game: Game) -> Iterator[NamedCheck]:
    """A check of each roll of a game."""
    yield NamedCheck("rolls", partial(_twice, "roll", [roll.name for roll in game.rolls]))
    for roll in game.rolls:
        yield NamedCheck(f"roll {roll.name}", partial(_roll, game, roll))


def _roll(game: Game, roll: Roll) -> Iterator[Fault]:
    """Check that a roll is documented, refuses bad input, is sound for usual parameters, and plays at their limits."""
    what = f"roll {roll.name}"
    documented = list(_documented(what, roll.rule, 1, lambda: roll.parameters))
    yield from documented
    if not roll.dice_order:
        yield fault_of(what, "dice_order is empty; say in which order its dice are typed", roll.rule)
    options = game.table_options()
    try:
        sets = _sets_of(game, roll)
    except BadInput:
        return  # it is among the faults found above
    for at, params in enumerate(sets):
        try:
            given = roll.arguments(params, options)
        except (BadInput, Refused):
            continue  # refused by the rule's own check
        if at == 0:
            yield from faults_of_rule(what, Bound(roll.rule, given), options=options)
        else:
            yield from _at_a_limit(f"{what} with {_in_words(params, sets[0])}", Bound(roll.rule, given), options)
    if sets:
        yield from _refuses(what, roll.rule, roll.parameters, sets[0], lambda params: roll.arguments(params, options))


def _sets_of(game: Game, roll: Roll) -> list[dict[str, Any]]:
    """Parameters to try, those of the author's own examples first."""
    examples = [dict(one.params) for one in game.examples if one.roll == roll.name and not one.options]
    return [*examples[:1], *sets_of(roll.parameters)]


def _at_a_limit(what: str, rule: Bound[Any], options: Any) -> Iterator[Fault]:
    """The faults of a roll with one parameter at a limit or at another choice; the roll may refuse it."""
    try:
        yield from faults_of_rule(what, rule, options=options, effort=_AT_A_LIMIT)
    except BadRule as wrong:
        yield Fault(what, wrong.reason, wrong.file, wrong.line)
    except (Refused, BadInput):
        return
    except Exception as error:  # anything may be wrong with a game
        yield fault_at(what, error)


def _fails(what: str, run: Callable[[], Any]) -> Iterator[Fault]:
    try:
        run()
    except Exception as error:  # anything may be wrong with a game
        yield fault_at(what, error)


def _in_words(params: Mapping[str, Any], ordinary: Mapping[str, Any]) -> str:
    other = [f"{name}={value!r:.40}" for name, value in params.items() if ordinary.get(name) != value]
    return " ".join(other) or "its defaults"


def _refuses(
    what: str,
    function: Callable[..., Any],
    parameters: list[Parameter],
    ordinary: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], Any],
) -> Iterator[Fault]:
    for wrong, params in refused_values(parameters, ordinary):
        try:
            read(params)
        except (BadInput, Refused):
            continue
        except Exception as error:
            yield fault_at(f"{what}, given {wrong}", error)
            continue
        yield fault_of(what, f"it accepts {wrong}", function)


def _derivations(game: Game) -> Iterator[NamedCheck]:
    yield NamedCheck("derived values", partial(_twice, "derived value", [one.name for one in game.derivations]))
    for one in game.derivations:
        yield NamedCheck(f"derived value {one.name}", partial(_derivation, game, one))


def _derivation(game: Game, one: Derivation) -> Iterator[Fault]:
    what = f"derived value {one.name}"
    yield from _documented(what, one.function, 1, list)
    with suppress(BadInput):
        for params in sets_of(one.parameters, most=6):
            yield from _fails(what, partial(_derived, game, one, params))


def _derived(game: Game, one: Derivation, params: Mapping[str, Any]) -> None:
    with suppress(Refused, BadInput):
        game.derive(one.name, params)


# --- actions


def _actions(game: Game, scenes: Callable[[], list[Any]]) -> Iterator[NamedCheck]:
    yield NamedCheck("actions", partial(_twice, "action", [one.name for one in game.actions]))
    for action in game.actions:
        yield NamedCheck(f"action {action.name}", partial(_action, game, action, scenes))
    if game.actions:
        yield NamedCheck("joining", partial(_joining, game))


def _joining(game: Game) -> Iterator[Fault]:
    if game.joining not in [action.name for action in game.actions]:
        yield Fault("", f"characters join by the action {game.joining}, which the game does not have")


def _action(game: Game, action: Action, scenes: Callable[[], list[Any]]) -> Iterator[Fault]:
    """Check that an action is documented, refuses before its first die, does not mutate its scene, and replays."""
    what = f"action {action.name}"
    yield from _documented(what, action.perform, 2, lambda: action.parameters)
    for words in undeclared(action):
        yield fault_of(what, words.removeprefix(f"{what}: "), action.perform)
    options, random, ends = game.table_options(), Random(1), process_time() + _SECONDS_PER_ACTION
    for scene in map(deepcopy, scenes()):
        before = msgspec.json.encode(scene)
        offered = [way.params for offer in offers_of(action, game.names, scene, options) for way in offer.ways[:10]]
        for params in (*offered, *ways_to_try(action, scene, random)):
            if process_time() > ends:
                break
            yield from _tried(what, game, action, scene, params, options, random)
        if msgspec.json.encode(scene) != before:
            words = "it changes the scene that it is given: make a changed copy and return it"
            yield fault_of(what, words, action.perform)
            return


def _scenes(game: Game) -> list[Any]:
    """The scenes of the opening, the last one first, and a few after moves that are legal there."""
    options, random = game.table_options(), Random(1)
    found: list[Any] = []
    with suppress(Exception):  # the check of the opening reports what is wrong with it
        for scene in opening_scenes(game, options, random):
            found.insert(0, deepcopy(scene))  # before anything is tried in it
        for _ in range(_FURTHER_SCENES):
            offer, params = random.choice(legal_moves(game, scene, options))
            scene = acted(game, scene, options, offer.action, params, random)
            found.append(scene)
    return found


def _tried(
    what: str, game: Game, action: Action, scene: Any, params: Mapping[str, Any], options: Any, random: Random
) -> Iterator[Fault]:
    dice = Thrower(options, random)
    try:
        game.action_rule(action.name, scene, params)(dice)
    except Refused as refused:
        if dice.thrown:
            at = fault_at(what, refused)
            yield at._replace(reason=f"it throws dice before it refuses ({refused.reason}): refuse first")
    except BadInput as bad:
        if dice.thrown:
            yield fault_at(what, bad)._replace(reason=f"it throws dice before it refuses ({bad}): refuse first")
    except Exception as error:  # anything may be wrong with a game
        yield fault_at(what, error)


def _modules_of(game: Game | str) -> list[ModuleType]:
    """The modules of a game's package that have been loaded."""
    if isinstance(game, str):
        find_game(game)
        homes = {entry.module for entry in entry_points(group=GROUP, name=game)}
    else:
        homes = {game.inventory.package}
    return [
        module
        for name, module in sorted(sys.modules.items())
        if any(name == home or name.startswith(f"{home}.") for home in homes)
    ]

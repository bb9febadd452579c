"""A game in one Python file: every rule function in it is a roll of the same name.

$ rulewright odds ./mine.py save target=12
"""

import inspect
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from rulewright.game.definition import Game
from rulewright.game.rolls import Roll
from rulewright.rules import BadInput, Inventory, shown
from rulewright.rules.hints import is_struct


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a file that defines none."""


def is_python_file(name: str) -> bool:
    """Whether a name is that of a Python file, as opposed to a game or dice notation."""
    return name.endswith(".py")


def game_of_python_file(name: str) -> Game:
    """The game in a Python file: its `GAME` if it defines one, else its rule functions as rolls.

    A rule function is one that the file defines, whose first parameter is called `dice`; a leading underscore
    keeps it private. A frozen struct named `Options` gives the table's options. The file is run, as by `python`.
    """
    module = _load(Path(name))
    game = getattr(module, "GAME", None)
    if isinstance(game, Game):
        return game
    rolls = tuple(Roll(one.__name__, one, "in the order the rule throws them") for one in _rule_functions(module))
    if not rolls:
        raise BadInput(f"no rules in {shown(name)}: a rule is a function whose first parameter is called dice")
    options = getattr(module, "Options", NoOptions)
    if not is_struct(options):
        raise BadInput(f"bad options in {shown(name)}: Options must be a frozen msgspec.Struct")
    return Game(slug=name, name=Path(name).stem, inventory=Inventory(module.__name__), options=options, rolls=rolls)


def _load(path: Path) -> ModuleType:
    """The module in a file, run under a name that no installed module has."""
    if not path.is_file():
        raise BadInput(f"cannot read {shown(str(path))}: there is no such file")
    spec = spec_from_file_location(f"rulewright_file_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # annotations are looked up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"cannot run {shown(str(path))}: {type(error).__name__}: {shown(str(error))}") from error
    return module


def _rule_functions(module: ModuleType) -> list[Callable[..., Any]]:
    found = []
    for name, function in inspect.getmembers(module, inspect.isfunction):
        taken = list(inspect.signature(function).parameters)
        if function.__module__ == module.__name__ and taken[:1] == ["dice"] and not name.startswith("_"):
            found.append(function)
    return sorted(found, key=lambda function: function.__code__.co_firstlineno)

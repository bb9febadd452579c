"""Checks which values paths can share because they are immutable."""

from collections.abc import Container
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from msgspec import Struct

from rulewright.readings.fall_back_to_paths import Unfit
from rulewright.rules import Repeat

_ATOMS = frozenset((int, bool, str, float, bytes, Fraction, type(None), range))
_DEFINITIONS = (FunctionType, BuiltinFunctionType, ModuleType, type, Enum, Repeat)


def refuse_changeable(value: Any, shared: Container[int] = ()) -> None:
    """Raises `Unfit` for a mutable value, unless its id is among those that are shared anyway."""
    kind = type(value)
    if kind in _ATOMS or id(value) in shared or isinstance(value, _DEFINITIONS):
        return
    if kind.__module__.startswith("rulewright.dice"):
        return
    if isinstance(value, tuple | frozenset):
        for part in value:
            refuse_changeable(part, shared)
        return
    if isinstance(value, Struct) and kind.__struct_config__.frozen:
        for name in kind.__struct_fields__:
            refuse_changeable(getattr(value, name), shared)
        return
    raise Unfit(f"a {kind.__name__} at a throw")

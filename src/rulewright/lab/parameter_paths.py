"""The parameters of a roll one by one, at any depth: `a.weapon` is the field `weapon` of the object `a`."""

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.game import Roll
from rulewright.rules.hints import is_struct, unannotated
from rulewright.rules.parameters import Parameter, takes


def settings(roll: Roll, params: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every parameter that is not itself an object, by its dotted name, with its value or default."""
    return _settings(roll.parameters, params, "")


def _settings(listed: list[Parameter], given: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for one in listed:
        path = f"{before}{one.name}"
        kind, _ = unannotated(one.kind)
        if is_struct(kind):
            value = given.get(one.name)
            yield from _settings(takes(kind), value if isinstance(value, Mapping) else {}, f"{path}.")
        else:
            yield path, given.get(one.name, one.default)


def changed(params: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the parameters with one of them set, whether it was there or not."""
    name, dot, rest = path.partition(".")
    if not dot:
        return {**params, name: value}
    inner = params.get(name)
    return {**params, name: changed(inner if isinstance(inner, Mapping) else {}, rest, value)}

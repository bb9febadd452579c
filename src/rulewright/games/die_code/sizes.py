"""Sizes: by length or weight, and their modifiers to a roll."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Struct, UnsetType

from rulewright.games.die_code.data import SIZES, UNITS, SizeName
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Nullable
from rulewright.rules import BadInput, Refused, meaning, rule
from rulewright.rules.limits import Name

SizeLabel = Annotated[
    Literal[
        "minuscule",
        "minuscle",
        "fine",
        "diminutive",
        "tiny",
        "small",
        "medium",
        "large",
        "huge",
        "gargantuan",
        "colossal",
        "titanic",
    ],
    meaning("a size"),
]
SizeUse = Annotated[
    Literal["none", "agile", "force"],
    meaning("whether size matters: agile for hitting and hiding, force for shoving and lifting"),
]

_LONGEST_TEXT = 100
_PART = re.compile(r"([+-]?)([0-9]*\.?[0-9]+)([a-z]+)")


@rule("DC-A18")
def size_label(given: str) -> SizeName:
    """The size with that label; a common misspelling of the smallest is accepted."""
    return "minuscule" if given == "minuscle" else cast(SizeName, given)


@rule("DC-54")
def inches(given: Any) -> Fraction:
    """A length in inches, from a text such as 5ft 10in."""
    return _measured("length", given, {unit: Fraction(inches) for unit, inches in UNITS.length.items()}, "in, ft")


@rule("DC-54", "DC-A19")
def drams(options: Options, given: Any) -> Fraction:
    """A weight in drams, from a text such as 180 lb; a klb is 1000 pounds, by option 1024."""
    units = {unit: Fraction(drams) for unit, drams in UNITS.weight.items()}
    thousand = 1000 if options.klb == "decimal" else 1024
    units |= {unit.lower(): units["lb"] * thousand**power for unit, power in UNITS.thousands.items()}
    return _measured("weight", given, units, "dr, oz, lb, klb, Mlb")


def _measured(name: str, given: Any, units: Mapping[str, Fraction], known: str) -> Fraction:
    """The sum of all numbers with a unit; raises with the units allowed if the text has anything else."""
    text = "".join(given.lower().split()) if isinstance(given, str) and len(given) <= _LONGEST_TEXT else ""
    parts = [found.groups() for found in _PART.finditer(text)]
    if not parts or "".join("".join(part) for part in parts) != text or any(unit not in units for *_, unit in parts):
        example = "5ft 10in" if name == "length" else "180 lb"
        shown = repr(given)[:40]
        raise BadInput(f"not a {name}: {shown} (write numbers with one of the units {known}, such as {example}; DC-54)")
    sum_of_parts = sum((Fraction(number) * units[unit] for _, number, unit in parts), Fraction(0))
    if sum_of_parts == 0 or any(sign == "-" for sign, *_ in parts):
        raise Refused(f"not above 0: the {name} is {given.strip()}", "DC-A14")
    return sum_of_parts


@rule(
    *("DC-40", "DC-41", "DC-42", "DC-43", "DC-44", "DC-45", "DC-46", "DC-47", "DC-48", "DC-49", "DC-50"),
    *("DC-52", "DC-53", "DC-A15"),
)
def size_between(options: Options, measure: Fraction, starts: Mapping[SizeName, Fraction]) -> SizeName:
    """The size whose bounds contain the measure; a shared border belongs to the larger, by option to the smaller."""
    found: SizeName = next(iter(SIZES))
    for name, start in starts.items():
        if measure > start or (measure == start and options.size_boundary == "upper"):
            found = name
    return found


@rule("DC-52", "DC-A15")
def size_by_length(options: Options, length: Any) -> SizeName:
    """The size by length, each twice as long as the one below."""
    starts = {name: inches(one.length[0]) for name, one in SIZES.items() if one.length[0]}
    return size_between(options, inches(length), starts)


@rule("DC-53", "DC-A15", "DC-A19")
def size_by_weight(options: Options, weight: Any) -> SizeName:
    """The size by weight, each eight times as heavy as the one below."""
    starts = {name: drams(options, one.weight[0]) for name, one in SIZES.items() if one.weight[0]}
    return size_between(options, drams(options, weight), starts)


@rule("DC-A14")
def measured_size(options: Options, length: Any, weight: Any) -> SizeName | None:
    """Length decides, or weight, or the larger or smaller of both; one alone always does."""
    by_length = None if length is None else size_by_length(options, length)
    by_weight = None if weight is None else size_by_weight(options, weight)
    if by_length is None or by_weight is None:
        return by_length or by_weight
    if options.size_by in ("length", "weight"):
        return by_length if options.size_by == "length" else by_weight
    pick = max if options.size_by == "larger" else min
    return pick(by_length, by_weight, key=size_step)


def size_step(name: SizeName) -> int:
    """The step of a size from medium, -5 to 5."""
    return SIZES[name].step


class Measures(Nullable, frozen=True):
    """A length and a weight."""

    length: Annotated[Name | None, meaning("numbers with in or ft, such as 5ft 10in")] = None
    weight: Annotated[Name | None, meaning("numbers with dr, oz, lb, klb or Mlb, such as 180 lb")] = None


class Size(Struct, frozen=True):
    """A size, its modifier, and the sizes by length and by weight."""

    size: SizeName
    step: int
    modifier: int
    by_length: SizeName | UnsetType = UNSET
    by_weight: SizeName | UnsetType = UNSET


@rule("DC-51", "DC-A14", "DC-A15", "DC-A16", "DC-A19")
def size(options: Options, measures: Measures) -> Size:
    """The size by length, by weight, or by both."""
    found = measured_size(options, measures.length, measures.weight)
    if found is None:
        raise BadInput("missing parameter: length or weight, or both")
    return Size(
        found,
        size_step(found),
        abs(size_step(found)),
        UNSET if measures.length is None else size_by_length(options, measures.length),
        UNSET if measures.weight is None else size_by_weight(options, measures.weight),
    )


class Sizes(Nullable, frozen=True):
    """The sizes of actor and target, and whether size matters."""

    actor_size: Annotated[SizeLabel | None, meaning("your size")] = "medium"
    target_size: Annotated[SizeLabel | None, meaning("the size of the target")] = "medium"
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = "none"


class SizeModifier(Struct, frozen=True):
    """The modifier for size to the actor's roll."""

    modifier: int


@rule("DC-A16")
def size_modifier(options: Options, sizes: Sizes) -> SizeModifier:
    """The modifier for size to the actor's roll."""
    return SizeModifier(size_points(options, sizes.actor_size, sizes.target_size, sizes.size_use))


@rule("DC-A16")
def size_points(options: Options, actor: str | None, target: str | None, use: str | None) -> int:
    """Being smaller than the target helps agile actions, being larger helps force: a point for each step."""
    if options.size_modifier == "off" or use not in ("agile", "force"):
        return 0
    own = 0 if options.size_modifier == "target" else size_step(size_label(actor or "medium"))
    other = 0 if options.size_modifier == "actor" else size_step(size_label(target or "medium"))
    return other - own if use == "agile" else own - other

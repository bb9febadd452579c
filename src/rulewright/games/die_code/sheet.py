"""The character sheet: stored fields and derived values."""

from typing import Annotated

from msgspec import Meta, Struct

from rulewright.game.percent import percent
from rulewright.games.die_code.check import Check, checked
from rulewright.games.die_code.codes import added, parse_code
from rulewright.games.die_code.data import EXTENSIONS, LADDER, MOVEMENT, Difficulty, ModeName, SizeName
from rulewright.games.die_code.difficulty import named_target, take_average_of
from rulewright.games.die_code.movement import Distance, Mover, movement
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import PoolTerms
from rulewright.games.die_code.sizes import measured_size, size_step
from rulewright.readings import odds
from rulewright.rules import rule
from rulewright.rules.limits import Name, Total

Codes = Annotated[dict[Name, Name], Meta(max_length=100)]


class Skill(Struct, frozen=True):
    """A skill: its attribute and its own code."""

    attribute: Name
    code: Name


class AttackWith(Struct, frozen=True):
    """A way to attack (extension): the pool that has to hit, and the weapon, each on the sheet or a die code."""

    on: Name
    weapon: Name


class Sheet(Struct, frozen=True, kw_only=True):
    """The stored fields of a character. Size is a label, or follows from length and weight."""

    name: Name
    attributes: Codes = {}
    skills: Annotated[dict[Name, Skill], Meta(max_length=100)] = {}
    equipment: Codes = {}
    move: Total = MOVEMENT.usual_move
    size: SizeName | None = None
    length: Name | None = None
    weight: Name | None = None
    notes: Annotated[str, Meta(max_length=10_000)] = ""
    attacks: Annotated[dict[Name, AttackWith], Meta(max_length=20)] = {}
    """Ways to attack, the usual one first; bare hands on the best attribute where there is none."""
    defence: Name = ""
    """The pool that defends: a name on the sheet or a die code; the best attribute if empty."""
    whole: Total = EXTENSIONS.body
    body: Total = EXTENSIONS.body
    """The points that are left of the whole body."""


class DerivedSheet(Struct, frozen=True):
    """The derived values of a sheet, which are never stored."""

    size: SizeName
    size_step: int
    pools: dict[str, str]
    success: dict[str, dict[Difficulty, str]]
    averages: dict[str, tuple[Difficulty, ...]]
    movement: dict[ModeName, Distance]


@rule("DC-51", "DC-A14", "DC-A16")
def size_of(options: Options, sheet: Sheet) -> SizeName:
    """The size on the sheet, or by length and weight; medium if neither is given."""
    return sheet.size or measured_size(options, sheet.length, sheet.weight) or "medium"


@rule("DC-A31")
def best_attribute(sheet: Sheet) -> str:
    """The attribute with the highest code; no dice at all without attributes."""
    return max(sheet.attributes, key=lambda name: parse_code(sheet.attributes[name]), default="0d")


@rule("DC-A31")
def usual_body(size: SizeName) -> int:
    """The points of a body: more for each step of size above medium, fewer below."""
    return max(EXTENSIONS.body_per_size, EXTENSIONS.body + EXTENSIONS.body_per_size * size_step(size))


@rule("DC-03", "DC-06", "DC-07", "DC-36", "DC-56")
def derive(options: Options, sheet: Sheet) -> DerivedSheet:
    """Each skill's pool, its chances and averages on every rung, the size step and the movement table."""
    hands = {
        name: PoolTerms(added(options, parse_code(sheet.attributes[skill.attribute]), parse_code(skill.code)))
        for name, skill in sheet.skills.items()
    }
    size = size_of(options, sheet)
    return DerivedSheet(
        size=size,
        size_step=size_step(size),
        pools={name: hand.code.text for name, hand in hands.items()},
        success={name: {rung: _chance(options, hand, rung) for rung in LADDER} for name, hand in hands.items()},
        averages={name: _averages(options, hand) for name, hand in hands.items()},
        movement=movement(options, Mover(move=sheet.move)),
    )


def _chance(options: Options, hand: PoolTerms, rung: Difficulty) -> str:
    found = odds(checked, hand, named_target(options, rung), False, options=options)
    return percent(found.where(_succeeds))


def _succeeds(check: Check) -> bool:
    return check.result == "success"


def _averages(options: Options, hand: PoolTerms) -> tuple[Difficulty, ...]:
    return tuple(rung for rung in LADDER if take_average_of(options, hand, named_target(options, rung)).allowed)

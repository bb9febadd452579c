"""Traumas, death, afterlife and resurrection."""

from typing import Annotated, Literal, cast

from msgspec import Struct

from rulewright.dice import reroll, table
from rulewright.games.dpi.data import AFTERLIVES, DERIVED, TRAUMAS
from rulewright.games.dpi.options import Options
from rulewright.rules import Dice, meaning, rule

RolledTrauma = Literal[
    "cracked-intellect", "shadow-touched", "braid-touched", "hunters-call", "lady-lucks-curse", "anhedonia"
]
TraumaName = Literal[
    "vampirism",
    "thaumaturgy",
    "cracked-intellect",
    "shadow-touched",
    "braid-touched",
    "hunters-call",
    "lady-lucks-curse",
    "anhedonia",
]
HeldTraumas = Annotated[tuple[TraumaName, ...], meaning("traumas held")]
ANCESTRAL = ("vampirism", "thaumaturgy")

AFTERLIFE = table(*enumerate(AFTERLIVES, start=1))
TRAUMA = table(*enumerate(cast("tuple[RolledTrauma, ...]", tuple(TRAUMAS)), start=1))


class Death(Struct, frozen=True):
    """What dying brought."""

    final: bool
    afterlife: str | None
    trauma: RolledTrauma | None


@rule("DPI-34", "DPI-A27")
def counted(options: Options, traumas: tuple[str, ...]) -> int:
    """How many traumas count to the three; those from birth by ruling."""
    return sum(options.ancestral_trauma_counts == "on" or trauma not in ANCESTRAL for trauma in traumas)


@rule("DPI-34", "DPI-A28")
def is_final(options: Options, traumas: tuple[str, ...]) -> bool:
    """Whoever holds three counted traumas dies for good."""
    return counted(options, traumas) >= DERIVED.traumas


@rule("DPI-34", "DPI-A28")
def lives_left(options: Options, traumas: tuple[str, ...]) -> int:
    """Resurrections left: three less the traumas that count."""
    return DERIVED.traumas - counted(options, traumas)


@rule("DPI-37", "DPI-A25", "DPI-A30")
def has_vampirism(traumas: tuple[str, ...]) -> bool:
    """Vampirism comes from birth or with Shadow Touched."""
    return "vampirism" in traumas or "shadow-touched" in traumas


@rule(
    "DPI-34",
    "DPI-35",
    "DPI-147",
    "DPI-149",
    "DPI-149A",
    "DPI-149B",
    "DPI-149C",
    "DPI-149D",
    "DPI-149E",
    "DPI-149F",
    "DPI-A29",
    "DPI-A32",
)
def death(dice: Dice[Options], traumas: HeldTraumas = ()) -> Death:
    """The dead come back with an afterlife and a trauma from a d6 each, until three traumas make it final."""
    if is_final(dice.options, traumas):
        return Death(True, None, None)
    afterlife = dice.pool("afterlife", AFTERLIFE)
    held = [face for face, name in enumerate(TRAUMAS, start=1) if name in traumas]
    again = dice.options.repeat_trauma == "reroll" and bool(held)
    trauma = dice.pool("trauma", reroll(TRAUMA, held, times=None) if again else TRAUMA)
    return Death(False, afterlife, trauma)


@rule("DPI-148", "DPI-A32")
def revival_hp(options: Options, hp_max: int) -> int:
    """The resurrected have full HP, half of it (at least 1), or 1."""
    return {"full": hp_max, "half": max(1, hp_max // 2), "one": 1}[options.revive_hp]

"""Traumas: their names, and how many of them count."""

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.games.dpi.data import DERIVED
from rulewright.games.dpi.options import Options
from rulewright.rules import meaning, rule

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
HeldTraumas = Annotated[tuple[TraumaName, ...], Meta(max_length=100), meaning("traumas held")]
ANCESTRAL = ("vampirism", "thaumaturgy")


@rule("DPI-34", "DPI-A27")
def counted(options: Options, traumas: tuple[str, ...]) -> int:
    """The number of traumas that count; those from birth by ruling."""
    return sum(options.ancestral_trauma_counts == "on" or trauma not in ANCESTRAL for trauma in traumas)


@rule("DPI-34", "DPI-A28")
def is_final(options: Options, traumas: tuple[str, ...]) -> bool:
    """Whether the next death is final: with three traumas that count."""
    return counted(options, traumas) >= DERIVED.traumas


@rule("DPI-34", "DPI-A28")
def lives_left(options: Options, traumas: tuple[str, ...]) -> int:
    """Resurrections left: three less the traumas that count."""
    return DERIVED.traumas - counted(options, traumas)


@rule("DPI-37", "DPI-A25", "DPI-A30")
def has_vampirism(traumas: tuple[str, ...]) -> bool:
    """Vampirism comes from birth or with Shadow Touched."""
    return "vampirism" in traumas or "shadow-touched" in traumas

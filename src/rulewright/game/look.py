"""How a game looks in an interface: its colours and its ornament, as data beside its rules."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules.data import load_data

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$", description="a colour, such as #3f3d9e")]
Path = Annotated[str, Meta(max_length=400, pattern=r"^[-MLHVQTCSAZmlhvqtcsaz0-9., ]*$", description="an SVG path")]


class Accent(Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of links and buttons, and the soft one behind notes."""

    strong: Colour
    soft: Colour


class Motif(Struct, frozen=True, forbid_unknown_fields=True):
    """An ornament of 20 by 12 units that repeats sideways: its filled areas and its lines, as SVG paths."""

    filled: Path = ""
    lines: Path = ""
    faint: Path = ""
    """Lines in the background."""
    dashed: Path = ""


class DiceLook(Struct, frozen=True, forbid_unknown_fields=True):
    """How dice of one group are shown: the label above them, and their meaning to the player who rolls."""

    label: Annotated[str, Meta(max_length=40)] = ""
    tone: Literal["yours", "against", "damage", "light", "dark"] = "yours"
    lit: Literal["good", "bad"] = "good"
    """Whether a score on such a die is good or bad for the player who rolls it."""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a game on light and dark paper, its ornament, and its dice."""

    light: Accent = Accent("#3b3a5c", "#e7e5f1")
    dark: Accent = Accent("#b9b7ec", "#302f45")
    motif: Motif = Motif(lines="M0 6 H20")
    dice: Mapping[str, DiceLook] = {}
    """By the name of a die, or else by what the dice are rolled for."""


def load_look(package: str) -> Look:
    """The look in a game's `look.toml`."""
    return load_data(package, Look, "look.toml")

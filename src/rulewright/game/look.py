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
    motif: Motif = Motif(lines="M2 3 h6 v6 h-6 z M15 2 l4 4 -4 4 -4 -4 z")
    dice: Mapping[str, DiceLook] = {}
    """By the name of a die, or else by what the dice are rolled for."""


def load_look(package: str) -> Look:
    """The look in a game's `look.toml`."""
    return load_data(package, Look, "look.toml")


_LIGHT, _DARK = ("#f6f2e8", "#fffdf8"), ("#191816", "#23211e")
"""The papers of the web app, in light and dark."""
_READABLE = 4.5
"""The least contrast of text by WCAG AA."""


def look_of_colour(colour: str) -> Look:
    """The look of a game that has one colour, made darker or lighter until text in it is legible on each paper."""
    return Look(light=_accent(colour, "#000000", _LIGHT), dark=_accent(colour, "#ffffff", _DARK))


def _accent(colour: str, far: str, papers: tuple[str, ...]) -> Accent:
    """The nearest darker or lighter shade of a colour that is legible on all papers and on its own soft shade."""
    strong = (_mixed(colour, far, step / 20) for step in range(21))
    accents = (Accent(one, _mixed(papers[-1], one, 0.13)) for one in strong)
    return next(one for one in accents if all(_contrast(one.strong, on) >= _READABLE for on in (*papers, one.soft)))


def _mixed(one: str, other: str, share: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(_parts(one), _parts(other), strict=True))


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG: 1 for equal ones, 21 for black and white."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

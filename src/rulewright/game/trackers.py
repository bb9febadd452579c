"""The values a game shows all the time: boxes to tick, meters, pools, a clock. Interfaces draw nothing else."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.rules.data import load_data


class Tracker(Struct, frozen=True, forbid_unknown_fields=True):
    """One value to show: on every sheet, or once for the scene.

    `value` and `most` are paths written with dots ("checked.normal"); a star stands for every entry
    ("challenges.*.count"), and `most` may also be a number. *boxes* are ticked one by one, a
    *meter* fills up, a *count* is a number, a *flag* shows while it is true, *words* are shown as they
    are, a *clock* counts minutes of a day. A value equal to `usual` is left out. An entry of a
    star called `unsaid` goes without its name.
    """

    label: str
    kind: Literal["boxes", "meter", "count", "flag", "words", "clock"]
    value: str
    most: str | int = ""
    where: Literal["sheet", "scene"] = "sheet"
    usual: str | int | None = None
    unsaid: str = ""


class _TrackerFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The trackers file as it is written: the trackers of a sheet, and those of the scene."""

    sheet: tuple[Tracker, ...] = ()
    scene: tuple[Tracker, ...] = ()


def load_trackers(package: str) -> tuple[Tracker, ...]:
    """The trackers in a game's `trackers.toml`."""
    written = load_data(package, _TrackerFile, "trackers.toml")
    return (*written.sheet, *(replace(tracker, where="scene") for tracker in written.scene))

"""What a game keeps in sight at the table: boxes to tick, meters, pools, a clock. Interfaces draw nothing else."""

from typing import Literal

from msgspec import Struct


class Tracker(Struct, frozen=True):
    """One thing to keep in sight: on every sheet, or once for the scene.

    `value` and `most` are places written with dots ("checked.normal"); a star stands for each of what
    is there ("challenges.*.count"), and `most` may also be a number. *boxes* are ticked one by one, a
    *meter* fills up, a *count* is a number, a *flag* shows while it is true, *words* are shown as they
    are, a *clock* counts minutes of a day. What is as `usual` is left out.
    """

    label: str
    kind: Literal["boxes", "meter", "count", "flag", "words", "clock"]
    value: str
    most: str | int = ""
    where: Literal["sheet", "scene"] = "sheet"
    usual: str | int | None = None

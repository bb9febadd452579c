"""The values a game shows all the time: boxes to tick, meters, pools, a clock; read here, and drawn by interfaces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.words import Words
from rulewright.rules.data import load_data

Kind = Literal["boxes", "meter", "count", "flag", "words", "clock"]


class Tracker(Struct, frozen=True, forbid_unknown_fields=True):
    """One value to show: on every sheet, or once for the scene.

    `value` and `most` are paths written with dots ("checked.normal"); a star stands for every entry
    ("challenges.*.count"), and `most` may also be a number. *boxes* are ticked one by one, a
    *meter* fills up, a *count* is a number, a *flag* shows while it is true, *words* are shown as they
    are, a *clock* counts minutes of a day. A value equal to `usual` is left out. An entry of a
    star called `unsaid` goes without its name.
    """

    label: str
    kind: Kind
    value: str
    most: str | int = ""
    where: Literal["sheet", "scene"] = "sheet"
    usual: str | int | None = None
    unsaid: str = ""


class TrackedValue(Struct, frozen=True, omit_defaults=True):
    """A tracker's present value, ready to be drawn."""

    kind: Kind
    label: str
    text: str
    """The value in words."""
    number: int | None = None
    """Of boxes and meters with an end: the ticked or filled part, out of `most`."""
    most: int | None = None
    states: tuple[str, ...] = ()
    """The states that a character is in, of a flag that is set and of a list of states."""


class _TrackerFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The trackers file as it is written: the trackers of a sheet, and those of the scene."""

    sheet: tuple[Tracker, ...] = ()
    scene: tuple[Tracker, ...] = ()


def load_trackers(package: str) -> tuple[Tracker, ...]:
    """The trackers in a game's `trackers.toml`."""
    written = load_data(package, _TrackerFile, "trackers.toml")
    return (*written.sheet, *(replace(tracker, where="scene") for tracker in written.scene))


def tracked(
    trackers: Iterable[Tracker], where: Literal["sheet", "scene"], seen: Any, words: Words
) -> list[TrackedValue]:
    """The trackers of a sheet or a scene, as far as it is visible; usual and empty values are left out."""
    return [value for one in trackers if one.where == where for value in _values(one, seen, words)]


def value_text(tracker: Tracker | None, value: Any, words: Words) -> str:
    """A tracked value in words: the minutes of a clock as a time of day."""
    if tracker is not None and tracker.kind == "clock" and isinstance(value, int):
        return f"{value // 60 % 24:02}:{value % 60:02}"
    return words.value(value)


def _values(tracker: Tracker, seen: Any, words: Words) -> Iterator[TrackedValue]:
    most = _most(tracker, seen)
    for names, value in _found(tracker.value.split("."), seen):
        if value is None or value is False or value in ("", [], (), {}):
            continue
        if value == tracker.usual or (tracker.kind == "flag" and value is not True) or (most == 0 and value == 0):
            continue
        is_measured = tracker.kind in ("boxes", "meter") and most is not None and isinstance(value, int)
        yield TrackedValue(
            tracker.kind,
            _label(tracker, names, words),
            value_text(tracker, value, words),
            value if is_measured else None,
            most if is_measured else None,
            _states(tracker, value, words),
        )


def _label(tracker: Tracker, names: Sequence[str], words: Words) -> str:
    """The label after the names that stars matched: "violence notches", "caretaker, the lamp: Disposition left"."""
    entry = ", ".join(words.value(name) for name in names if name != tracker.unsaid)
    return (": " if tracker.where == "scene" else " ").join(filter(None, (entry, tracker.label)))


def _states(tracker: Tracker, value: Any, words: Words) -> tuple[str, ...]:
    if tracker.kind == "flag":
        return (tracker.label,)
    return tuple(map(words.value, value)) if isinstance(value, list | tuple | Mapping) else ()


def _most(tracker: Tracker, seen: Any) -> int | None:
    if isinstance(tracker.most, int):
        return tracker.most
    found = [value for _, value in _found(tracker.most.split("."), seen)] if tracker.most else []
    return found[0] if found and isinstance(found[0], int) else None


def _found(path: Sequence[str], seen: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The values at a path, with the names that stars matched; none where the viewer cannot see the place."""
    if not path:
        yield (), seen
        return
    for name, inner in _inside(path[0], seen):
        for names, value in _found(path[1:], inner):
            yield (name, *names) if path[0] == "*" else names, value


def _inside(step: str, seen: Any) -> list[tuple[str, Any]]:
    if isinstance(seen, Mapping):
        return list(seen.items()) if step == "*" else [(step, seen[step])] if step in seen else []
    if isinstance(seen, list | tuple):
        numbered = [(str(at), one) for at, one in enumerate(seen)]
        return numbered if step == "*" else [one for one in numbered if one[0] == step]
    return []

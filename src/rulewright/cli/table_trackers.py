"""Trackers in words: `HP 8/11, normal ■□, bleeding`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from rulewright.game.outcomes import inline
from rulewright.game.trackers import Tracker
from rulewright.table.views.wording import printable

_MOST_BOXES = 12
MAIN = "main"
"""The name of a part that is left out in words, such as the first facet of a Challenge."""


def tracked(trackers: Iterable[Tracker], where: Literal["sheet", "scene"], seen: Any) -> str:
    """The trackers of a sheet or a scene in one line, as far as the viewer sees them."""
    shown = [words for one in trackers if one.where == where for words in _shown(one, seen)]
    return printable(", ".join(shown))


def _shown(tracker: Tracker, seen: Any) -> Iterator[str]:
    for names, value in _found(tracker.value.split("."), seen):
        if value is None or value == tracker.usual or value in ("", [], {}):
            continue
        label = " ".join((*names, tracker.label)).strip()
        if len(names) > 1:
            label = f"{', '.join(name for name in names if name != MAIN)}: {tracker.label}"
        yield from _words(tracker, label, value, _most(tracker, seen))


def _words(tracker: Tracker, label: str, value: Any, most: Any) -> Iterator[str]:
    """The words for one value by the kind of its tracker; none for a flag that is not set."""
    match tracker.kind:
        case "flag":
            if value:
                yield label
        case "boxes" if isinstance(most, int) and 0 < most <= _MOST_BOXES and isinstance(value, int):
            yield f"{label} {'■' * min(value, most)}{'□' * (most - value)}"
        case "clock" if isinstance(value, int):
            yield f"{label} {value // 60 % 24:02}:{value % 60:02}"
        case "boxes" | "meter" if most is not None:
            yield f"{label} {inline(value)}/{inline(most)}"
        case _:
            yield f"{label} {_short(value)}".strip()


def _short(value: Any) -> str:
    return inline(value)[1:-1] if isinstance(value, list | dict) else inline(value)


def _most(tracker: Tracker, seen: Any) -> Any:
    if isinstance(tracker.most, int):
        return tracker.most
    found = list(_found(tracker.most.split("."), seen)) if tracker.most else []
    return found[0][1] if found else None


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

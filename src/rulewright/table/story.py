"""The log of a table as a story in Markdown.

It is written from events as a seat sees them: events hidden from the seat are missing in its story.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import UNSET

from rulewright.game import find_game
from rulewright.rules import BadInput
from rulewright.table.state import TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.event_view import public_view, view_event
from rulewright.table.views.shapes import EventView
from rulewright.table.views.viewer import Viewer, viewer_for
from rulewright.table.views.wording import IMPORTED, printable

_PLAY = frozenset({"acted", "asked", "ruled", "waiting", "withdrawn", "undone", "redone"})
"""Kinds of events that are left out when they have been undone."""
_SENTENCES = frozenset({"asked", "ruled", "undone", "seated", "unseated", "branched", "closed", "reopened"})
"""Kinds of events that are one sentence each; kinds that are named nowhere are left out."""


def story(tables: Tables, place: TableSeat, as_seat: str = "", public: bool = False) -> Iterator[str]:
    """The story of a table as a seat knows it, line by line; `public` leaves out hidden rolls."""
    state = tables.state(place.table)
    viewer = viewer_for(state, place.seat, as_seat)
    return _story(tables, place.table, state, viewer, public)


def _story(tables: Tables, table: str, state: TableState, viewer: Viewer, public: bool) -> Iterator[str]:
    yield f"# {_escape(state.settings.title)}"
    yield ""
    yield f"*A table of {_game_name(state.game)}.*"
    if state.imported:
        yield ""
        yield f"*{IMPORTED}: events 1 to {viewer.numbers.shown(state.imported)} come from a file.*"
    undone = sorted(state.undone)
    names: dict[str, str] = {}
    day = ""
    opening = None
    for step in tables.log(table).replayed(0, state.seq):
        event = view_event(tables, table, step.state, step.event, viewer)
        if event is None or (event.kind in _PLAY and _is_in(undone, step.event.seq)):
            continue
        if public:
            event = public_view(tables.game(state), state, event, viewer)
        if event.kind == "seated":
            names[str(event.seat)] = str(event.name)
        lines = _lines(event, names)
        if event.kind == "assigned" and opening is None:
            opening = tables.game(state).opening_with(step.state.scene["characters"])
            lines = [] if opening is None else _paragraph(opening.words)
        if event.ending:
            lines += _paragraph(event.ending)
        if not lines:
            continue
        if event.at[:10] != day:
            day = event.at[:10]
            yield from ("", f"## {_day(day)}", "")
        yield from lines


def _is_in(ranges: Sequence[tuple[int, int]], seq: int) -> bool:
    """Whether a number is in one of some sorted ranges."""
    place = bisect_right(ranges, (seq, seq)) - 1
    near = ranges[max(0, place) : place + 2]
    return any(first <= seq <= last for first, last in near)


def _paragraph(words: str) -> list[str]:
    """A paragraph on a ready-made scene: its beginning, or its end."""
    return ["", f"*{_escape(words)}*", ""]


def _lines(event: EventView, names: Mapping[str, str]) -> list[str]:
    by = _escape(names.get(event.by, "A former player"))
    match event.kind:
        case "acted" | "rolled":
            return _rolled(event)
        case "said":
            aside = "" if event.audience == "everyone" else ", in private"
            if event.title:
                return [f"- *{_escape(event.sentence)}*"]
            words = [_escape(line) for line in str(event.text).splitlines() if line.strip()]
            return ["", f"> **{by}**{aside}: {' / '.join(words)}", ""]
        case "revealed" if isinstance(event.event, EventView):
            return [f"- {by} reveals:", *(f"    {line}" for line in _lines(event.event, names))]
        case "withdrawn" if "forfeited" in event.marks:
            return [f"- *{_escape(event.sentence)}*"]
        case kind if kind in _SENTENCES:
            return [f"- *{_escape(event.sentence)}*"]
    return []


def _rolled(event: EventView) -> list[str]:
    """An action or a roll: who acted, the action, the outcome, and the changes."""
    result = event.result
    if result is UNSET:
        return [f"- {_escape(event.sentence)}"]
    if not result.sentence:
        return [f"- **{_escape(result.actor)}**: {_escape(result.attempt)}. The outcome is hidden."]
    line = f"- {_escape(result.sentence)}"
    dice = " ".join(str(die.face) for die in event.dice or ())
    changed = [one for one in event.changed or () if one.kept]
    marks = f" ({', '.join(event.marks)})" if event.marks else ""
    return [line + (f" Dice: {dice}{marks}." if dice else ""), *(f"    - {_escape(one.text)}" for one in changed)]


def _escape(text: object) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", printable(text))


def _day(day: str) -> str:
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        return _escape(day)
    return f"{moment.day} {moment:%B %Y}"


def _game_name(slug: str) -> str:
    try:
        return _escape(find_game(slug).name)
    except BadInput:
        return _escape(slug)

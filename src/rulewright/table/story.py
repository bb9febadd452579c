"""The log of a table as a story in Markdown, for whoever wants to read how the evening went.

It is told from events as a seat sees them: what is hidden from the seat is hidden in its story.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from rulewright.game import find_game
from rulewright.rules import BadInput
from rulewright.table.tables import Place, Tables
from rulewright.table.views.for_seat import in_the_open, looks_as, seen_event
from rulewright.table.views.wording import changed, details, done_by, given, headline, printable, sentence

Seen = Mapping[str, Any]
_PLAY = frozenset({"acted", "asked", "ruled", "waiting", "withdrawn", "undone", "redone"})
"""Kinds of events that are told only if they have not been taken back."""


def story(tables: Tables, place: Place, as_seat: str = "", openly: bool = False) -> Iterator[str]:
    """The story of a table as a seat knows it, line by line; `openly` without hidden rolls that nobody has revealed."""
    state = tables.state(place.table)
    viewer = looks_as(state, place, as_seat)
    log = tables.log(place.table)
    seen = [
        shown
        for event, after in log.replayed(0, state.seq)
        if (shown := seen_event(tables, place.table, after, event, viewer)) is not None
    ]
    if openly:
        seen = [in_the_open(state, shown) for shown in seen]
    yield from _told(seen, state.settings.title, state.game)


def _told(events: Sequence[Seen], title: str, game: str) -> Iterator[str]:
    yield f"# {_safe(title)}"
    yield ""
    yield f"*A table of {_game_name(game)}.*"
    stands = _standing(events)
    seats: dict[str, str] = {}
    day = ""
    for event in events:
        if event["kind"] == "seated":
            seats[event["seat"]] = event["name"]
        lines = _lines(event, seats) if event["seq"] in stands else []
        if not lines:
            continue
        if event["at"][:10] != day:
            day = event["at"][:10]
            yield ""
            yield f"## {_day(day)}"
            yield ""
        yield from lines


def _standing(events: Sequence[Seen]) -> set[int]:
    """The events to tell: not what was taken back, unless that was taken back as well."""
    by_number = {event["seq"]: event for event in events}
    path = set()
    seq = max(by_number, default=0)
    while seq > 0:
        path.add(seq)
        event = by_number.get(seq, {})
        if event.get("kind") == "undone":
            seq = event["back_to"]
        elif event.get("kind") == "redone":
            seq = event["of"] - 1
        else:
            seq -= 1
    return {seq for seq, event in by_number.items() if seq in path or event["kind"] not in _PLAY}


def _lines(event: Seen, seats: Mapping[str, str]) -> list[str]:
    tell = _TELLINGS.get(event["kind"])
    return tell(event, seats) if tell is not None else []


def _rolled(event: Seen, seats: Mapping[str, str]) -> list[str]:
    """An action or a roll: who, what, how it went, and what is different now."""
    if "name" not in event:
        return [f"- {_name(seats, event['by'])} rolls something in secret."]
    deed = _safe(event["name"].replace("-", " "))
    extra = f" ({_safe(given(event['params']))})" if given(event["params"]) else ""
    line = f"- **{_safe(done_by(event, seats))}**, {deed}{extra}"
    outcome = event.get("outcome")
    if outcome is None:
        return [f"{line}: only the game master knows how it went."]
    rest = details(outcome)
    line += f": **{_safe(headline(outcome))}**" + (f", {_safe(rest)}" if rest else "")
    dice = " ".join(str(die[1]) for die in event.get("dice", ()))
    line += f". Dice: {dice}." if dice else "."
    return [line, *(f"    - {_safe(one)}" for one in changed(event.get("changes", ())))]


def _said(event: Seen, seats: Mapping[str, str]) -> list[str]:
    aside = ", to the game master" if event["audience"] == "gm" else ""
    words = [_safe(line) for line in event["text"].splitlines() if line.strip()]
    return ["", f"> **{_name(seats, event['by'])}**{aside}: {' / '.join(words)}", ""]


def _revealed(event: Seen, seats: Mapping[str, str]) -> list[str]:
    shown = event.get("event")
    return (
        [f"- {_name(seats, event['by'])} reveals:", *(f"    {line}" for line in _lines(shown, seats))] if shown else []
    )


def _sentence(event: Seen, seats: Mapping[str, str]) -> list[str]:
    words = sentence(event, seats)
    return [f"- *{_safe(words[:1].upper() + words[1:])}.*"]


_TELLINGS: Mapping[str, Callable[[Seen, Mapping[str, str]], list[str]]] = {
    "acted": _rolled,
    "rolled": _rolled,
    "said": _said,
    "revealed": _revealed,
} | dict.fromkeys(("asked", "ruled", "undone", "seated", "unseated", "branched", "closed", "reopened"), _sentence)
"""How each kind of event is told; a kind that is not here is not told."""


def _name(seats: Mapping[str, str], seat: str) -> str:
    return _safe(seats.get(seat, "somebody"))


def _safe(text: object) -> str:
    """Text as it stands, whatever Markdown would make of it."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", printable(text))


def _day(day: str) -> str:
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        return _safe(day)
    return f"{moment.day} {moment:%B %Y}"


def _game_name(slug: str) -> str:
    try:
        return _safe(find_game(slug).name)
    except BadInput:
        return _safe(slug)

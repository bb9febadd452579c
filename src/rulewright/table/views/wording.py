"""What happened, in words: the one that matters first, then the numbers, then what changed.

Everything here takes events as somebody sees them, so it can say nothing that they may not see.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.game.outcomes import inline, result_line

Seen = Mapping[str, Any]

_TELLING = ("result", "end", "winner", "text", "state", "status")
"""Fields that say how it went, the most telling first."""

_SAYS_NOTHING: tuple[Any, ...] = ("", "none", None, [], {})

_LONGEST = 60


def printable(text: object) -> str:
    """Text that somebody wrote, without anything that a terminal or a page would act on."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


def headline(outcome: Any) -> str:
    """What came of it in a word or two: `success`, `caught`, `Ada joins`."""
    if not isinstance(outcome, dict):
        return printable(result_line(outcome))
    field = _telling(outcome)
    if field:
        return printable(outcome[field])
    told = {name: value for name, value in outcome.items() if value is not False and value not in _SAYS_NOTHING}
    words = [name.replace("_", " ") + ("" if value is True else f" {_value(value)}") for name, value in told.items()]
    return printable(", ".join(words)) or "done"


def details(outcome: Any) -> str:
    """The rest of what came of it: `total 15, margin 0`."""
    if not isinstance(outcome, dict):
        return ""
    field = _telling(outcome)
    if not field:
        return ""
    rest = {name: value for name, value in outcome.items() if name != field and value not in _SAYS_NOTHING}
    return printable(", ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in rest.items()))


def _telling(outcome: Seen) -> str:
    """The field of an outcome that says how it went."""
    told = [name for name in _TELLING if isinstance(outcome.get(name), str) and outcome[name] not in _SAYS_NOTHING]
    return told[0] if told else ""


def _value(value: Any) -> str:
    """A value in a sentence; of a list of objects, what is not zero or empty."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return "; ".join(", ".join(f"{name} {_value(inner)}" for name, inner in one.items() if inner) for one in value)
    return inline(value)


def given(params: Seen) -> str:
    """What an action was given beside who does it, as far as it fits in a line: `target Orc, difficulty 2`."""
    listed = []
    for name, value in params.items():
        text = _value(value)
        if name == "who" or value in (None, False, [], {}) or len(text) > _LONGEST:
            continue
        listed.append(f"{name.replace('_', ' ')} {text}")
    return printable(", ".join(listed))


def done_by(seen: Seen, seats: Mapping[str, str]) -> str:
    """Who did it: the character who acted, or whoever sits in the seat."""
    who = seen.get("params", {}).get("who")
    if isinstance(who, str) and who:
        return printable(who)
    return printable(seats.get(seen["by"], "somebody"))


def changed(changes: Iterable[Seen]) -> list[str]:
    """What is different now, one line each: `Ada: damage 0 → 2`. Bookkeeping of the scene is left out."""
    lines = []
    for change in changes:
        place = [printable(part) for part in change["path"]]
        if place[:2] != ["scene", "characters"] or len(place) < 3:
            if len(place) == 2 and place[0] == "scene":
                lines += _difference(place[1], change)
            continue
        name, inside = place[2], " ".join(place[3:]).replace("_", " ")
        if inside:
            lines += [f"{name}: {line}" for line in _difference(inside, change)]
        elif change["gone"]:
            lines.append(f"{name} is gone")
        elif change["before"] is None:
            lines.append(f"{name} is here")
    return lines


def _difference(name: str, change: Seen) -> list[str]:
    before, after = change["before"], None if change["gone"] else change["value"]
    if isinstance(before, dict) or isinstance(after, dict):
        return []
    shown = [printable(_value(value)) for value in (before, after)]
    if max(map(len, shown)) > _LONGEST:
        return [f"{name} changed"]
    return [f"{name} {shown[0]} → {shown[1]}"]


_SENTENCES: Mapping[str, str] = {
    "opened": "{by} opens the table",
    "branched": "from here on it goes another way",
    "seated": "{name} sits down",
    "unseated": "{seat} leaves the table",
    "assigned": "{character} is played by {seat}",
    "seeded": "{by} adds a seed to the dice",
    "waiting": "{name} waits: {question}",
    "withdrawn": "{by} calls it off",
    "said": "{by}: {text}",
    "asked": "{by} asks {of} for {action}",
    "ruled": "{by} changes the options: {options}",
    "set": "{by} changes the settings",
    "revealed": "{by} reveals event {reveals}",
    "undone": "{by} goes back to event {back_to}",
    "redone": "{by} takes the undo back",
    "closed": "{by} closes the table",
    "reopened": "{by} opens the table again",
}


def sentence(seen: Seen, seats: Mapping[str, str]) -> str:
    """Any event but a roll in a sentence: `Ada goes back to event 12`."""
    words = {name: printable(_listed(value)) for name, value in seen.items()}
    words |= {"by": printable(seats.get(seen["by"], "somebody"))}
    words |= {"seat": printable(seats.get(seen.get("seat", ""), "the game master"))}
    hidden = {"name": "a secret roll", "question": "somebody decides"}
    return _SENTENCES[seen["kind"]].format_map(hidden | words)


def _listed(value: Any) -> str:
    """A value in a sentence: without the brackets around a whole list or object."""
    return inline(value)[1:-1] if isinstance(value, list | dict) else inline(value)

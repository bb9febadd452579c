"""Events in words: one sentence each, the outcome with its headline first, and a line for each change.

Everything here takes redacted views, so that no text can reveal a value hidden from its reader. The web app,
the terminal and the story show these texts as they are.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rulewright.game import Game, Words
from rulewright.game.error_words import as_sentence
from rulewright.game.trackers import Tracker, value_text
from rulewright.game.words import FAILURE, SUCCESS, capital
from rulewright.table.state import TableState
from rulewright.table.views.secret_fields import value_at
from rulewright.table.views.shapes import ChangeText, ChangeView, EventView, ResultText

_TELLING = ("result", "outcome", "end", "winner", "first", "text", "label", "state", "status")
"""The fields in which games put the result of an action, the most telling first."""
_SIDES = {"winner": "wins", "first": "goes first"}
"""Fields that name a side of a duel, and what it does."""
_NO_SIDE = "none"
_OF_TARGET = "target_"
_LONGEST = 60
_PREPOSITIONS = ("at", "by", "in", "of", "on", "to")
_MOST_LINES = 8
_TYPED = "typed in"
IMPORTED = "Imported, not witnessed"
"""The label of an imported table, wherever it is shown."""


def with_words(game: Game, state: TableState, view: EventView) -> EventView:
    """A redacted event with its sentence, its result and its changes in words."""
    result: ResultText | UnsetType = UNSET
    if view.name is not UNSET and view.kind in ("acted", "rolled", "waiting", "withdrawn"):
        result = _result_text(game.words, state, view)
    view = replace(view, result=result, marks=_marks(view))
    if view.changes is not UNSET:
        changed = change_texts(view.changes, state.scene["characters"], game.trackers, game.words)
        view = replace(view, changed=changed)
        if result is not UNSET and any(one.kept and as_sentence(one.now) == result.rest for one in changed):
            view = replace(view, result=replace(result, rest=""))
    return replace(view, sentence=_sentence(game.words, state, view))


def _marks(view: EventView) -> list[str]:
    """Remarks on the dice: how many were typed in, and whether they were forfeited."""
    dice = view.dice or ()
    typed = sum(die.seq == 0 for die in dice)
    marks = [_TYPED if typed == len(dice) else f"{typed} of {len(dice)} dice typed in"] if typed else []
    return [*marks, "forfeited"] if dice and view.kind == "withdrawn" else marks


# --- values


def printable(text: object) -> str:
    """Text without control sequences for a terminal."""
    whole = str(text)
    return whole if whole.isprintable() else "".join(letter if letter.isprintable() else " " for letter in whole)


def in_words(words: Words, value: Any) -> str:
    """Any plain value in short words: "hit, dealt 2, margin 3"."""
    if isinstance(value, list | tuple):
        return ", ".join(in_words(words, one) for one in value) or "none"
    if isinstance(value, Mapping):
        filled = {name: inner for name, inner in value.items() if name != "kind" and not _empty(inner)}
        return ", ".join(_field(words, name, inner) for name, inner in filled.items())
    return printable(words.value(value))


def _field(words: Words, name: str, value: Any) -> str:
    """A field of an outcome: a text speaks for itself."""
    return in_words(words, value) if isinstance(value, str) else _stated(words, name, value)


def _empty(value: Any) -> bool:
    return value is None or value is False or value in ("", "none", 0) or value in ([], {}, ())


# --- outcomes


def headline(words: Words, outcome: Any) -> tuple[str, bool]:
    """An outcome in a word or two, and whether that is the game's own word: "success", "Ada joins", "damage 3"."""
    if not isinstance(outcome, Mapping):
        return in_words(words, outcome), isinstance(outcome, str)
    field = _headline_field(outcome)
    if field is None:
        return "", False
    value = outcome[field]
    if field in _SIDES and isinstance(value, str) and (len(value) == 1 or value == _NO_SIDE):
        return _side_text(field, value), True
    if field == SUCCESS and isinstance(value, bool):
        return words.value(SUCCESS if value else FAILURE), True
    return _field(words, field, value), isinstance(value, str)


def telling(outcome: Any) -> str:
    """The most telling word of an outcome, as the game's rules write it."""
    field = _headline_field(outcome) if isinstance(outcome, Mapping) else None
    value = outcome[field] if field is not None else outcome
    return value if isinstance(value, str) else headline(Words(), outcome)[0] or "done"


def _side_text(field: str, side: str) -> str:
    """Which side of a duel wins or goes first: "A wins"."""
    return f"{'nobody' if side == _NO_SIDE else side.upper()} {_SIDES[field]}"


def details(words: Words, outcome: Any, target: str = "") -> list[str]:
    """The rest of an outcome: single values in one line, the target's in another, and one line for each list entry."""
    if not isinstance(outcome, Mapping):
        return []
    first = _headline_field(outcome)
    rest = {name: value for name, value in outcome.items() if name not in (first, "kind") and not _empty(value)}
    lists = {name: value for name, value in rest.items() if _is_list_of_objects(value)}
    nested = [name for name, value in rest.items() if isinstance(value, list) and any(map(_is_list, value))]
    single = {name: value for name, value in rest.items() if name not in lists and name not in nested}
    theirs = [name for name in single if target and name.startswith(_OF_TARGET)]
    own = [_stated(words, name, value) for name, value in single.items() if name not in theirs]
    known = [_stated(words, name.removeprefix(_OF_TARGET), single[name]) for name in theirs]
    lines = [", ".join(own)] if own else []
    lines += [f"{target}: {', '.join(known)}"] if known else []
    entries = (f"{words.name(name)}: {in_words(words, one)}" for name, value in lists.items() for one in value)
    return [printable(line) for line in islice(chain(lines, entries), _MOST_LINES)]  # an outcome may hold thousands


def _stated(words: Words, name: str, value: Any) -> str:
    label = printable(words.name(name))
    return label if value is True else f"{label} {in_words(words, value)}"


def _headline_field(outcome: Mapping[str, Any]) -> str | None:
    """The field with the result: a telling one, else the first text, `success`, or the first that is not empty."""
    texts = [name for name, value in outcome.items() if isinstance(value, str) and not _empty(value) and name != "kind"]
    telling = [name for name in _TELLING if name in texts]
    filled = [name for name, value in outcome.items() if not _empty(value) and name != "kind"]
    success = [SUCCESS] if isinstance(outcome.get(SUCCESS), bool) else []
    return next(iter([*telling, *texts, *success, *filled]), None)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, Mapping) for one in value)


# --- actions and rolls


def given_text(words: Words, params: Mapping[str, Any]) -> str:
    """The parameters of an action without the acting character, if they fit in a line: "target Orc, difficulty 2"."""
    listed = []
    for name, value in params.items():
        text = words.value(value)
        if name == "who" or isinstance(value, Mapping) or _empty(value) or len(text) > _LONGEST:
            continue
        label = name if name in _PREPOSITIONS else words.name(name)
        speaks = isinstance(value, list) and all(isinstance(one, str) for one in value)  # as the Tags of a check
        listed.append(label if value is True else text if speaks else f"{label} {text}")
    return printable(", ".join(listed))


def attempt_words(words: Words, name: str, params: Mapping[str, Any]) -> str:
    """An attempt in words that can follow "to": "attack Orc with the club (difficulty 2)"."""
    given = given_text(words, words.unsaid(name, params))
    phrase = printable(words.attempt(name, params) or words.action(name))
    return f"{phrase} ({given})" if given else phrase


def attempt_text(words: Words, name: str, params: Mapping[str, Any]) -> str:
    """An action or roll that is not resolved yet: "Ada: attack Orc with the club", or "give Ada 2 Stress"."""
    who = words.unsaid(name, params).get("who")
    actor = f"{printable(who)}: " if isinstance(who, str) and who else ""
    return f"{actor}{attempt_words(words, name, params)}"


def doing_text(words: Words, who: str, name: str, params: Mapping[str, Any]) -> str:
    """What a character does, as a sentence: "Ada attacks Orc with the club."."""
    given = given_text(words, words.unsaid(name, params))
    doing = printable(words.doing(name, params))
    if not doing or who in doing:  # a phrase without a verb of its own, or one of what is done to them
        return _ended(capital(attempt_text(words, name, params)))
    return f"{printable(who)} {doing} ({given})." if given else f"{printable(who)} {doing}."


def _result_text(words: Words, state: TableState, view: EventView) -> ResultText:
    params = {} if view.params is UNSET else view.params
    who = params.get("who")
    begun_by = view.begun_by if view.kind == "withdrawn" and view.begun_by else view.by
    actor = printable(who) if isinstance(who, str) and who else _seat_name(state, begun_by)
    name = "" if view.name is UNSET else view.name
    is_notation = view.what == "notation"
    action = printable(name if is_notation else words.action(name))
    attempt = attempt_words(words, name, params)
    tried = _ended(capital(attempt) if actor in attempt else f"{actor}: {attempt}")
    result = ResultText(actor, action, given_text(words, params), attempt, tried=tried)
    if view.outcome is UNSET:
        return result
    if is_notation:
        total = in_words(words, view.outcome)
        sentence = f"{actor} rolls {action}: {total}."
        return replace(result, headline=total, sentence=sentence, rest=sentence)
    known = {"who": actor, **params, "actor": actor}
    if isinstance(view.outcome, Mapping):
        known |= view.outcome
    word = printable(words.headline(name, known)) or _own_headline(words, view.outcome)
    sentence, rest = _outcome_sentence(words, replace(result, headline=word), name, known, view.outcome)
    return replace(result, headline=capital(word), sentence=sentence, rest=rest)


def outcome_texts(words: Words, roll: str, outcome: Any) -> tuple[str, str]:
    """The outcome of a roll that no character makes: in a word or two, and the rest as a sentence."""
    word, _ = headline(words, outcome)
    fields = outcome if isinstance(outcome, Mapping) else {}
    headed = printable(words.headline(roll, fields)) or word
    told = (printable(words.sentence(roll, fields)), as_sentence("; ".join(details(words, outcome))))
    return capital(headed), " ".join(filter(None, told))


def _own_headline(words: Words, outcome: Any) -> str:
    """The most telling field of an outcome if it is a text, for an outcome that has no headline of its own."""
    word, named = headline(words, outcome)
    return word if named and not (isinstance(outcome, Mapping) and outcome.get("text") == word) else ""


def _outcome_sentence(
    words: Words, result: ResultText, name: str, known: Mapping[str, Any], outcome: Any
) -> tuple[str, str]:
    """The outcome in the game's sentences; else its own text; else its values one after another.

    With it the part that says more than the attempt and the headline.
    """
    said = printable(words.sentence(name, known))
    if said:
        return said, said
    if isinstance(outcome, Mapping) and isinstance(outcome.get("text"), str) and outcome["text"]:
        own = _ended(capital(printable(outcome["text"])))
        return own, own
    word, _ = headline(words, outcome)
    target = known.get("target")
    more = details(words, outcome, target if isinstance(target, str) else "")
    values = list(filter(None, [word, *more]))
    rest = more if word.lower() == result.headline.lower() else values
    told = f"{result.actor}: {result.attempt}. {capital('; '.join(values))}" if values else result.tried
    return _ended(told), as_sentence("; ".join(rest))


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


# --- changes


def change_texts(
    changes: Iterable[ChangeView], characters: Iterable[str], trackers: Sequence[Tracker], words: Words
) -> list[ChangeText]:
    """The changes in words, one line each: "Ada: HP 9 → 7". Bookkeeping of the table is left out."""
    names = set(characters)
    played = [change for change in changes if change.path[0] == "scene"]
    return [text for change in played for text in _change_texts(change, names, trackers, words)]


def _change_texts(change: ChangeView, names: set[str], trackers: Sequence[Tracker], words: Words) -> list[ChangeText]:
    path = change.path[1:]
    at = 1 if path[:1] == ["characters"] else next((at for at, name in enumerate(path) if name in names), -1)
    who, inner = (path[at], path[at + 1 :]) if 0 <= at < len(path) else ("", path)
    if not inner:
        arrived = change.before is None
        if path[:1] != ["characters"] or not (change.gone or arrived):
            return []
        return [ChangeText(printable(f"{who} is {'here' if arrived else 'gone'}"), "", True)]
    at_path = ".".join(inner)
    value = None if change.gone else change.value
    found = []
    for tracker in (one for one in trackers if one.value.startswith(f"{at_path}.") and "*" not in one.value):
        rest = tracker.value[len(at_path) + 1 :].split(".")
        found += _line(who, tracker.label, value_at(change.before, rest), value_at(value, rest), tracker, words)
    if found or _is_large(change.before) or _is_large(value):
        return found
    exact = next((one for one in trackers if one.value == at_path), None)
    place = [words.name(name) for name in inner if name not in ("fight", "characters") and not name.isdigit()][-2:]
    is_turn = path[:1] == ["fight"] and exact is None  # the event's sentence has the order already
    lines = _line(who, exact.label if exact else " ".join(place), change.before, value, exact, words)
    return [replace(one, kept=False) for one in lines] if is_turn else lines


def _line(who: str, label: str, before: Any, value: Any, tracker: Tracker | None, words: Words) -> list[ChangeText]:
    if before == value and type(before) is type(value):
        return []
    if before is None and tracker is not None and tracker.usual == value:
        return []
    now = ""
    if isinstance(value, bool):
        text = label if value else f"no longer {label}"
    elif who and tracker is not None and tracker.kind == "words" and tracker.usual and isinstance(value, str):
        text = _state_text(before, value, tracker, words)
    else:
        old, new = (printable(value_text(tracker, one, words)) for one in (before, value))
        shown = new if before is None else f"{old} → {new}"
        text = f"{label} {shown}" if max(len(old), len(new)) <= _LONGEST else f"{label} changed"
        now = f"{label} {new}"
    line, present = (printable(f"{who}: {one}" if who else capital(one)) for one in (text, now or text))
    return [ChangeText(line, label, bool(who) or tracker is not None, present)]


def _state_text(before: Any, value: str, tracker: Tracker, words: Words) -> str:
    """A state that a character is in, or is no longer in; the usual one has no words of its own."""
    was = "" if before in (None, tracker.usual) else words.value(before)
    if value == tracker.usual:
        return f"no longer {was}" if was else words.value(value)
    return f"{was} → {words.value(value)}" if was else words.value(value)


def _is_large(value: Any) -> bool:
    """Whether a value is too long for a line: any compound value except a pair of numbers, which is a space."""
    is_space = isinstance(value, list) and len(value) == 2 and all(isinstance(one, int) for one in value)
    return isinstance(value, Mapping | list) and not is_space


# --- sentences


def _seat_name(state: TableState, seat: str) -> str:
    return printable(state.seat_names.get(seat, "A former player"))


def _doing(words: Words, view: EventView, result: ResultText) -> str:
    params = {} if view.params is UNSET else view.params
    if "who" in params and view.name is not UNSET:
        return attempt_text(words, view.name, params)
    return f"{result.actor}: {result.attempt}"


def _sentence(words: Words, state: TableState, view: EventView) -> str:
    """An event in one sentence."""
    by = _seat_name(state, view.by)
    match view.kind:
        case "acted" | "rolled":
            if view.result is UNSET:
                return f"{by} rolled in secret."
            marks = f" ({', '.join(view.marks)})" if view.marks else ""
            sentence = view.result.sentence or f"{capital(_doing(words, view, view.result))}: the outcome is hidden."
            return f"{sentence.removesuffix('.')}{marks}." if marks else sentence
        case "withdrawn" if view.result is not UNSET:
            done = _doing(words, view, view.result)
            dice = " ".join(str(die.face) for die in view.dice or ())
            return f"{by} ended {done}; forfeited with {dice} on the table." if dice else f"{by} withdrew {done}."
        case "waiting":
            names = " or ".join(_seat_name(state, seat) for seat in view.waits_for or ())
            if view.result is UNSET:
                return f"A secret roll waits for {names}."
            done = capital(_doing(words, view, view.result))
            if view.sets is not UNSET:
                return f"{done}: waits for {names} to agree."
            question = printable(view.question)
            if view.sides:
                return f"{done}. {names} rolls a d{view.sides}."
            return f"{done}. {names} decides: {question}{'' if question.endswith('?') else '.'}"
        case "said":
            to = f" to {_seat_name(state, str(view.seat))}" if view.seat else ""
            if view.title:
                wrote = "wrote a note" if view.text else "removed a note"
                return f"{by} {wrote}{to}: {printable(view.title)}."
            return f"{by}{to}: {printable(view.text)}"
        case "refused":
            tried = attempt_text(words, str(view.action), {} if view.params is UNSET else view.params)
            reason = f"only the {words.gm} may know why" if view.text is UNSET else printable(view.text)
            return f"{by} tried something that is not allowed: {tried} ({reason})."
        case "planned":
            plan = f"the plan {printable(view.plan)}" if view.plan else "the table's plan"
            return f"{printable(view.character)} now follows {plan}."
        case "asked":
            of, params = printable(words.value(view.of)), {} if view.params is UNSET else view.params
            added = f" {printable(view.words)}" if view.words else ""
            if view.standing:
                values = given_text(words, params) or "as usual"
                return f"{by} set {printable(words.action(str(view.action)))} of {of}: {values}.{added}"
            return f"{by} asked {of} to {attempt_words(words, str(view.action), params)}.{added}"
        case "ruled":
            options = {} if view.options is UNSET else view.options
            listed = ", ".join(f"{words.name(name)}: {words.value(value)}" for name, value in options.items())
            return f"{by} changed the options: {printable(listed)}."
        case "branched" if view.imported:
            return f"{IMPORTED}: the events up to here come from a file."
        case "unseeded":
            names = ", ".join(_seat_name(state, seat) for seat in view.unshown or ())
            why = f": no seed was shown by {names}" if names else ""
            return f"{by} dropped a round of seeds{why}."
    if view.kind == "seated" and view.role == "gm" and str(view.name).lower() == words.gm.lower():
        return f"The {words.gm} took a seat."
    return _SENTENCES[view.kind].format(
        by=by,
        name=printable(view.name),
        role={"gm": f"the {words.gm}", "co-gm": f"a second {words.gm}"}.get(str(view.role), f"a {view.role}"),
        seat=_seat_name(state, str(view.seat)) if view.seat else f"the {words.gm}",
        character=printable(view.character),
        reveals=view.reveals,
        back_to=view.back_to,
    )


_SENTENCES: Mapping[str, str] = {
    "opened": "The table was opened.",
    "branched": "The table was branched here.",
    "committed": "{by} committed to a seed for the dice.",
    "seated": "{name} took a seat as {role}.",
    "unseated": "{seat} left the table.",
    "assigned": "{character} is played by {seat}.",
    "seeded": "{by} showed a seed for the dice.",
    "unasked": "{by} cancelled a request.",
    "withdrawn": "{by} withdrew a pending action.",
    "set": "{by} changed the table's settings.",
    "revealed": "{by} revealed the roll of event {reveals}.",
    "undone": "{by} went back to event {back_to}.",
    "redone": "{by} reversed the undo.",
    "closed": "{by} closed the table. The seed of its open dice is public now.",
    "reopened": "{by} reopened the table. New seeds are committed to.",
}

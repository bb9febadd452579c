"""Outcomes in words: labels with their chances, means, and one-line results."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rulewright.dice import short_fraction
from rulewright.game.plain_data import plain
from rulewright.game.words import FAILURE, SUCCESS, Words, spaced
from rulewright.rules import NEVER_ENDS

Row = tuple[Any, Fraction]
"""An outcome as plain data and its chance."""

_PLAIN = Words()
_ANY = str | bool | int | None
_MOST_ROWS = 16
_LONGEST_MEAN = 15
_BAD, _GOOD = 0.25, 0.75
"""How good it is to fail and to succeed, where the order of a game's words does not say."""
_SAME = {"miss": "failure", "hit": "success"}
"""Words that are as bad or as good as another."""
_RATHER_BAD, _RATHER_GOOD = 0.375, 0.625
"""A failure above the first of these, or a success below the second, would look like neither."""
_USUAL = {"failure": _BAD, "miss": _BAD, "hit": _GOOD, "success": _GOOD}
_OF_SIDES = frozenset({"winner", "first"})
"""Fields that name a side of a duel."""
_JOINED = frozenset({"winner", "by"})
"""Fields whose names are part of the sentence: "winner a, by collapse"."""
_NO_WINNER = {"none": "nobody wins", "stopped": "stopped, nobody wins"}


def label_fields(outcomes: Iterable[Any]) -> list[str]:
    """The text and yes/no fields of an outcome, which describe it in words."""
    fields: dict[str, bool] = {}
    for outcome in outcomes:
        if isinstance(outcome, dict):
            for name, value in outcome.items():
                fields[name] = fields.get(name, True) and isinstance(value, str | bool | None)
    return [name for name, words in fields.items() if words]


def _label(
    outcome: Any, fields: Sequence[str], spoken: Words | None = None, clear: frozenset[str] = frozenset({"result"})
) -> str:
    """An outcome in words; the texts of `clear` fields need no name before them.

    In the words of a game sides are written as capitals, and a 0 after the first word is left out.
    """
    if not isinstance(outcome, dict):
        return str(outcome) if spoken is None else spoken.value(outcome)
    words: list[str] = []
    texts = sum(isinstance(outcome[name], str) for name in fields)
    for name in fields:
        value, called = outcome[name], (spoken.names.get(name) if spoken else "") or spaced(name)
        if value is None or value == "" or (spoken is not None and words and value == 0 and value is not False):
            continue
        said = value
        if spoken is not None and isinstance(value, str | int | float) and not isinstance(value, bool):
            said = str(value).upper() if name in _OF_SIDES and len(str(value)) == 1 else spoken.value(value)
        if isinstance(value, list | dict):
            words.append(f"{called} {inline(value)[1:-1] or 'nothing'}")
        elif name == "winner" and (texts == 1 or spoken is not None):
            words.append(_NO_WINNER.get(value) or f"{said} wins")
        elif name == "first" and texts == 1:
            words.append(f"{said} goes first")
        elif isinstance(value, bool):
            words.append(called if value else FAILURE if name == SUCCESS else f"not {called}")
        elif isinstance(value, int | float) or (texts > 1 and name not in clear):
            words.append(f"{called} {said}")
        else:
            words.append(str(said))
    return ", ".join(words) or "nothing"


def _in_order(outcome: Any) -> tuple[list[str], list[int]]:
    """A sort key that puts outcomes with the same words together, ordered by their numbers."""
    values = list(outcome.values()) if isinstance(outcome, dict) else [outcome]
    words = [str(value) for value in values if not isinstance(value, int) or isinstance(value, bool)]
    return words, [value for value in values if isinstance(value, int) and not isinstance(value, bool)]


def rows_of(rows: Sequence[Row], every: bool = False, spoken: Words | None = None) -> list[tuple[str, Fraction]]:
    """Labels with chances: every outcome if they are few or wanted, else merged by their words.

    `spoken` are the game's own words for fields and values.
    """
    words = label_fields([outcome for outcome, _ in rows])
    in_order = every or not words
    rows = sorted(rows, key=lambda row: _in_order(row[0])) if in_order else rows
    fields = list(next((outcome for outcome, _ in rows if isinstance(outcome, dict)), ()))
    if words and len(rows) > _MOST_ROWS and not every:
        fields = words
    fields = _varying([outcome for outcome, _ in rows], fields) or fields
    clear = _clear([outcome for outcome, _ in rows], fields)
    merged: dict[str, Fraction] = {}
    for outcome, chance in rows:
        label = _label(outcome, fields, spoken, clear)
        merged[label] = merged.get(label, Fraction(0)) + chance
    return list(merged.items()) if in_order else sorted(merged.items(), key=lambda row: -row[1])


def _varying(outcomes: Sequence[Any], fields: Sequence[str]) -> list[str]:
    """The fields whose value differs between outcomes."""
    listed = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    return [name for name in fields if any(outcome.get(name) != listed[0].get(name) for outcome in listed)]


def _clear(outcomes: Sequence[Any], fields: Sequence[str]) -> frozenset[str]:
    """The text fields whose words say enough without a name: those that share no word with another field."""
    words: dict[str, set[str]] = {}
    for outcome in outcomes:
        if isinstance(outcome, dict):
            for name in fields:
                if isinstance(outcome[name], str):
                    words.setdefault(name, set()).add(outcome[name])
    return frozenset(
        name
        for name, own in words.items()
        if name not in _JOINED and all(own.isdisjoint(others) for other, others in words.items() if other != name)
    )


class NumberSummary(NamedTuple):
    """A number in the outcomes: its mean and range, and whether every outcome has it."""

    name: str
    """As the outcome has it; `result` where the outcome is the number."""
    mean: Fraction
    least: int
    most: int
    always: bool

    def label(self, words: Words = _PLAIN) -> str:
        """The name in words."""
        return words.names.get(self.name) or spaced(self.name)


def number_summaries(rows: Sequence[Row]) -> list[NumberSummary]:
    """The mean and range of every whole number in the outcomes; play that never ends has none."""
    rows = [(outcome, chance) for outcome, chance in rows if outcome != str(NEVER_ENDS)]
    ended = sum((chance for _, chance in rows), Fraction(0))
    numbers: dict[str, list[tuple[int, Fraction]]] = {}
    for outcome, chance in rows:
        named = outcome.items() if isinstance(outcome, dict) else [("result", outcome)]
        for name, value in named:
            if isinstance(value, int) and not isinstance(value, bool):
                numbers.setdefault(name, []).append((value, chance))
    found = []
    for name, values in numbers.items():
        mean = sum((value * chance for value, chance in values), Fraction(0)) / ended
        listed = [value for value, _ in values]
        found.append(NumberSummary(name, mean, min(listed), max(listed), len(values) == len(rows)))
    return found


def summary(rows: Sequence[Row], exact: bool = True) -> list[str]:
    """The mean and range of every number in the outcomes, as lines; the mean of exact chances as a fraction too."""
    lines = []
    for one in number_summaries(rows):
        mean, low, high, name = one.mean, one.least, one.most, one.label()
        fraction = short_fraction(mean, _LONGEST_MEAN) if exact else ""
        shown = fraction if exact and mean.denominator == 1 else f"{float(mean):.4g}{fraction and f' = {fraction}'}"
        lines.append(f"  {name}: always {low}" if low == high else f"  {name}: mean {shown}, from {low} to {high}")
    return lines


def inline(value: Any) -> str:
    """Any plain value in one line: `{AGI 9, STR 8}`, `[burglar]`, `none`."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} {inline(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    return "none" if value is None else str(value)


def result_line(outcome: Any) -> str:
    """A played outcome in one line, the words first."""
    shown = plain(outcome)
    if not isinstance(shown, dict):
        return str(shown)
    words = label_fields([shown])
    rest = [name for name in shown if name not in words]
    return _label(shown, words + rest)


class Scaled(NamedTuple):
    """A part of a bar: its label, its chance, and from 0 to 1 how good it is; None where the game does not say."""

    label: str
    chance: Fraction
    tone: float | None


def scale(rows: Sequence[Row], worst_to_best: Sequence[str] = (), spoken: Words | None = None) -> list[Scaled]:
    """The chances by the most telling field, worst first, for a single bar.

    `worst_to_best` are the words of a game in order. Numbers go from low to high; a word that the
    game does not order keeps its place among those that say neither good nor bad.
    """
    field = _telling_field([outcome for outcome, _ in rows if outcome != str(NEVER_ENDS)])
    merged: dict[Any, Fraction] = {}
    for outcome, chance in rows:
        value = outcome[field] if field and isinstance(outcome, dict) else outcome
        value = inline(value) if isinstance(value, list | dict) else value
        merged[value] = merged.get(value, Fraction(0)) + chance
    rank = {word: place for place, word in enumerate(worst_to_best)}
    listed = sorted(merged.items(), key=lambda row: _goodness(row[0], rank))
    name, tones = field or "result", tones_of(worst_to_best)
    return [
        Scaled(_label({name: value}, [name], spoken), chance, tones.get(_word_of(name, value)))
        for value, chance in listed
    ]


def _word_of(field: str, value: Any) -> Any:
    """The word for a value: `success` or `failure` for the flag `success`, else the value itself."""
    return ("failure", "success")[value] if field == "success" and isinstance(value, bool) else value


def tones_of(worst_to_best: Sequence[str]) -> dict[Any, float]:
    """How good each word of a game is, from 0 to 1: evenly by its order, but a failure is bad and a success good."""
    most = max(1, len(worst_to_best) - 1)
    tones: dict[Any, float] = {word: place / most for place, word in enumerate(worst_to_best)}
    tones |= {word: tones[same] for word, same in _SAME.items() if word in tones and same in tones}
    failure, success = (tones.get(word) for word in ("failure", "success"))
    if failure is None or success is None:
        return _USUAL | tones
    if (failure <= _RATHER_BAD and success >= _RATHER_GOOD) or failure >= success:
        return _USUAL | tones
    steps = ((0.0, failure, 0.0, _BAD), (failure, success, _BAD, _GOOD), (success, 1.0, _GOOD, 1.0))
    return _USUAL | {
        word: _between(tone, *next(step for step in steps if tone <= step[1])) for word, tone in tones.items()
    }


def is_bad(field: str, value: Any, worst_to_best: Sequence[str] = ()) -> bool:
    """Whether a value of an outcome's field is to be avoided, by the order of a game's words; a flag by its name."""
    word = field if value is True and field != "success" else _word_of(field, value)
    return tones_of(worst_to_best).get(word, 1.0) <= _RATHER_BAD


def _between(tone: float, low: float, high: float, bad: float, good: float) -> float:
    """A tone in the range `low` to `high`, rescaled to the range `bad` to `good`."""
    return good if high == low else bad + (good - bad) * (tone - low) / (high - low)


def _telling_field(outcomes: Sequence[Any]) -> str:
    """The field that sums up an outcome: the first in words, else the first flag, else the first whole number.

    Of flags and numbers, those that differ between outcomes come first. Empty for outcomes without fields.
    """
    if not all(isinstance(outcome, dict) and outcome for outcome in outcomes):
        return ""
    varying = set(_varying(outcomes, list(outcomes[0]))) if outcomes else set()
    ways = ((str, True), (str, False), (bool, True), (int, True), (bool, False), (int, False), (_ANY, False))
    for kinds, must_vary in ways:
        for name in outcomes[0] if outcomes else ():
            if must_vary and name not in varying:
                continue
            if all(isinstance(outcome.get(name), kinds) for outcome in outcomes):
                return str(name)
    return str(next(iter(outcomes[0]))) if outcomes else ""


def _goodness(value: Any, rank: Mapping[str, int]) -> tuple[float, float]:
    middle = (len(rank) - 1) / 2
    if isinstance(value, int | float):
        return middle, float(value)
    return rank.get(str(value), middle), 0.0

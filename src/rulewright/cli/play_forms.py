"""Parses the input for a form: names and numbers as people write them, NAME=VALUE if there are several values."""

import re
import shlex
from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any, Literal, get_args, get_origin

from rulewright.cli.terminal import columns
from rulewright.game.forms import (
    ChoiceForm,
    EntriesForm,
    FacesForm,
    FieldsForm,
    FlagForm,
    Form,
    FormPart,
    NumberForm,
    PicksForm,
    WordsForm,
)
from rulewright.game.typed_input import faces, pairs, typed, value
from rulewright.game.words import Words
from rulewright.rules import BadInput
from rulewright.rules.hints import bare, fields_of, is_struct, limits

_BETWEEN = re.compile(r"[\[\]() _]|(?<=[a-z])-")
"""Characters that may be typed or left out between the letters of a name; the minus of a number is not one of them."""
_FAR = 10**9
_YES, _NO = ("yes", "y", "true"), ("no", "n", "false")
_MOST_BESIDE = 8
"""More names than these, if none has a limit or a note, are listed in one paragraph."""
_MOST_ROWS = 12
"""Up to this number, choices of several words are listed one below the other."""


def matching(text: str, names: Sequence[str]) -> int | None:
    """The index of the only name that equals the text or begins with it; None if there is none, or several."""
    meant, found = _letters(text), [_letters(name) for name in names]
    same = [at for at, one in enumerate(found) if one == meant]
    if not same and meant:
        same = [at for at, one in enumerate(found) if one.startswith(meant)]
    return same[0] if len(same) == 1 else None


def _letters(text: str) -> str:
    """Text normalized for comparing names: `First aid` equals `first-aid`, and `[1, 0]` equals `1,0`."""
    return _BETWEEN.sub("", text.lower().replace("\N{MINUS SIGN}", "-"))


# --- the form of a value


def form_of(hint: Any) -> Form | None:
    """The form of a parameter by its type; None if it takes any plain value."""
    kind, metas, _ = bare(hint)
    far, origin, parts = limits(metas), get_origin(kind), get_args(kind)
    if kind is bool:
        return FlagForm()
    if kind is int:
        return NumberForm(far.get("ge", -_FAR), far.get("le", _FAR))
    if kind is str:
        return WordsForm(far.get("max_length", 100))
    if origin is Literal:
        return ChoiceForm(parts)
    if origin in (tuple, list) and parts:
        own = form_of(parts[0])
        if origin is tuple and parts[-1] is not Ellipsis:
            return PicksForm((), len(parts), len(parts), repeats=True, own=own)
        return PicksForm((), most=far.get("max_length", 100), repeats=True, own=own)
    if origin is dict:
        each = form_of(parts[1])
        return None if each is None else EntriesForm(each, own=True)
    if is_struct(kind):
        inner = {name: form_of(field) for name, field in fields_of(kind).items()}
        known = tuple(FormPart(name, name, form, True) for name, form in inner.items() if form is not None)
        return FieldsForm(known) if len(known) == len(inner) else None
    return None


def form_like(now: Any) -> Form | None:
    """The form for changing a value, inferred from the value it has now; None if that is not enough."""
    match now:
        case bool():
            return FlagForm()
        case int():
            return NumberForm(-_FAR, _FAR)
        case str():
            return WordsForm(10_000)
        case [first, *_]:
            return PicksForm((), own=form_like(first), repeats=True)
        case dict() if now:
            return FieldsForm(
                tuple(FormPart(name, name, form_like(one) or WordsForm(), True) for name, one in now.items())
            )
    return None


# --- input


def read_form(text: str, form: Form | None, words: Words) -> Any:
    """A typed value; raises `BadInput` if it does not fit. JSON is understood too."""
    if form is None or text[:1] in ("{", "["):
        given = value(text)
        if form is None or not isinstance(given, str):
            return given
    match form:
        case WordsForm(suggested=suggested):
            return _numbered(text, suggested, text)
        case FlagForm():
            if text.lower() not in (*_YES, *_NO):
                raise BadInput("type yes or no")
            return text.lower() in _YES
        case NumberForm():
            number = value(text)
            if not isinstance(number, int) or isinstance(number, bool):
                raise BadInput(f"type a whole number, {form.allowed}")
            return number
        case ChoiceForm(values):
            return _one_of(text, values, words)
        case PicksForm():
            return _picked(text, form, words)
        case EntriesForm():
            return _entries(text, form, words)
        case FieldsForm():
            return _fields(text, form, words)
        case FacesForm(count, sides):
            if text in ("r", "roll"):
                random = SystemRandom()
                return [random.randint(1, sides) for _ in range(count)]
            return list(faces(text) or ())


def _numbered(text: str, values: Sequence[Any], otherwise: Any) -> Any:
    """The listed value with the typed number, else `otherwise`; values that are themselves numbers are not numbered."""
    if text.isdigit() and 1 <= int(text) <= len(values) and not any(isinstance(one, int) for one in values):
        return values[int(text) - 1]
    return otherwise


def _one_of(text: str, values: Sequence[Any], words: Words) -> Any:
    listed = _numbered(text, values, None)
    if listed is not None:
        return listed
    for names in ([_line(one) for one in values], list(map(written, values)), list(map(words.value, values))):
        at = matching(text, names)
        if at is not None:
            return values[at]
    if text in ("", "none") and None in values:
        return None
    allowed = ", ".join(words.value(one) for one in values[:30])
    raise BadInput(f"not one of them: {text[:60]} (allowed: {allowed or 'nothing yet'})")


def _picked(text: str, form: PicksForm, words: Words) -> list[Any]:
    if form.most == 0 and text:
        raise BadInput("there is nothing to pick: press Enter")
    nested = isinstance(form.own, PicksForm | FieldsForm | EntriesForm) or any(
        isinstance(one, Mapping) for one in form.values
    )
    if not nested and isinstance(form.own, NumberForm):
        text = text.strip("()").replace(",", " ").replace(" ", ",")
    parts = [part.strip() for part in text.split(";" if nested else ",")]
    if nested and ";" not in text and all(_numbered(part.strip(), form.values, None) for part in text.split(",")):
        parts = [part.strip() for part in text.split(",")]
    found = []
    for part in filter(None, parts):
        listed = _numbered(part, form.values, None)
        if listed is None and form.values:
            try:
                listed = _one_of(part, form.values, words)
            except BadInput:
                if form.own is None:
                    raise
        found.append(read_form(part, form.own, words) if listed is None else listed)
    return found


def _entries(text: str, form: EntriesForm, words: Words) -> dict[str, Any] | list[Any]:
    """Values by name: NAME=VALUE, or every value in order; where a value has parts, listed names by number or name."""
    names = [entry.name for entry in form.names]
    if names and "=" not in text and isinstance(form.each, FieldsForm):
        return [_one_of(part.strip(), names, words) for part in _between_names(text, names) if part.strip()]
    if "=" in text:
        given = _pairs(text)
        return {_name(name, names, words): _read_part(one, form.each, words) for name, one in given.items()}
    values = text.replace(",", " ").split()
    if names and len(values) == len(names):
        return {name: read_form(one, form.each, words) for name, one in zip(names, values, strict=True)}
    raise BadInput(f"type each as NAME=VALUE, with a blank between two{_such_as(form, names)}")


def _between_names(text: str, names: Sequence[str]) -> list[str]:
    """The parts of a list of names: between commas, or between blanks if each is a listed name or its number."""
    parts = text.split()
    known = all(matching(part, names) is not None or _numbered(part, names, "") for part in parts)
    return parts if known and "," not in text else text.split(",")


def _such_as(form: EntriesForm, names: Sequence[str]) -> str:
    first = names[0] if names else "name"
    if isinstance(form.each, FieldsForm):
        return ": " + " ".join(f"{first}.{part.name}=..." for part in form.each.parts if not part.optional)
    return f": {first}=..."


def _fields(text: str, form: FieldsForm, words: Words) -> dict[str, Any]:
    parts = {part.name: part for part in form.parts}
    if "=" not in text:  # the values in order
        given = dict(zip(parts, split_words(text.replace(",", " ")), strict=False))
    else:
        given = _pairs(text)
    found = {}
    for typed_name, one in given.items():
        name = _name(typed_name, [*parts], words)
        found[name] = _read_part(one, parts[name].form if name in parts else None, words)
    return found


def _read_part(given: Any, form: Form | None, words: Words) -> Any:
    """A value of a pair: text, or an object if it was typed with dots."""
    if not isinstance(given, dict):
        return read_form(given, form, words)
    forms: Mapping[str, Form] = {part.name: part.form for part in form.parts} if isinstance(form, FieldsForm) else {}
    each = form.each if isinstance(form, EntriesForm) else None
    return {name: _read_part(one, forms.get(name, each), words) for name, one in given.items()}


def _name(text: str, names: Sequence[str], words: Words) -> str:
    """The listed name that the text means, as the game writes it; any other text as it was typed."""
    for listed in (names, [words.name(name) for name in names]):
        at = matching(text, listed)
        if at is not None:
            return names[at]
    return text


def _pairs(text: str) -> dict[str, Any]:
    return pairs((part.rstrip(",;") for part in split_words(text)), "value", str)


def split_words(text: str) -> list[str]:
    """The words of a line; quoted text is one word."""
    try:
        return shlex.split(text)
    except ValueError as wrong:
        raise BadInput(f"cannot be read: {wrong}") from None


# --- output


def written(given: Any) -> str:
    """A value as it is typed."""
    if isinstance(given, Mapping):
        return " ".join(shlex.quote(pair) for pair in typed(given))
    if isinstance(given, list | tuple):
        nested = any(isinstance(one, Mapping | list | tuple) for one in given)
        return ("; " if nested else ", ").join(map(written, given))
    return "yes" if given is True else "no" if given is False else str(given)


def _line(one: Any) -> str:
    return ", ".join(map(str, one.values())) if isinstance(one, Mapping) else written(one)


def form_lines(form: Form | None, words: Words) -> list[str]:
    """The lines of a form: choices by number, names with their limits, prices and notes, and the sum to spend."""
    match form:
        case ChoiceForm(values) | PicksForm(values):
            return _choices(values, words)
        case WordsForm(suggested=suggested):
            return _choices(suggested, words)
        case EntriesForm(names=names, purse=purse):
            left = [] if purse is None else [f"    to spend: {purse.left} of {purse.whole} {purse.unit}"]
            said = {one.name: one.note or words.about.get(one.name, "") for one in names}
            reach = {one.name: _reach(one.least, one.most, one.values) for one in names}
            if len(names) > _MOST_BESIDE and not any(said.values()):
                return [*left, *columns([("", ", ".join(f"{name} {reach[name]}".strip() for name in said))])]
            front = [f"{at:>4}" if isinstance(form.each, FieldsForm) else "" for at in range(1, len(said) + 1)]
            rows = [(at, name, reach[name], note) for at, (name, note) in zip(front, said.items(), strict=True)]
            return [*left, *columns(rows)] if names else left
        case FieldsForm(parts):
            return [
                line
                for part in parts
                for line in (
                    f"    {part.title}{' (may be left out)' if part.optional else ''}:",
                    *form_lines(part.form, words),
                )
            ]
        case FacesForm(count, sides):
            faces_of = "the face" if count == 1 else f"{count} faces"
            return [f"    type {faces_of} of a d{sides}, or roll to have {'it' if count == 1 else 'them'} rolled"]
    return []


def _reach(least: int | None, most: int | None, values: Sequence[Any]) -> str:
    if values:
        return ", ".join(map(str, values)) if len(values) <= _MOST_BESIDE else f"{values[0]} to {values[-1]}"
    return "" if least is None or most is None else f"{least} to {most}" if most > least else str(least)


def _choices(values: Sequence[Any], words: Words) -> list[str]:
    if not values:
        return []
    if any(isinstance(one, int) for one in values):
        return columns([("", ", ".join(map(words.value, values)))])
    shown = [words.value(one) for one in values]
    about = [words.about.get(str(one), "") for one in values]
    if any(about) or (len(shown) <= _MOST_ROWS and any(" " in one for one in shown)):
        return columns([(f"{at:>4}", *row) for at, row in enumerate(zip(shown, about, strict=True), 1)])
    return columns([("", ", ".join(f"{at} {one}" for at, one in enumerate(shown, 1)))])

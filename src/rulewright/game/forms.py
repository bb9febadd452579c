"""The steps of making a character and the form of each, from which interfaces draw their inputs.

A form never decides whether a draft is legal; the game's `create` does. It describes the values to offer, given the
fields so far: names, minimum and maximum, and the points left to spend.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

from msgspec import Struct


class WordsForm(Struct, frozen=True, tag_field="kind", tag="words"):
    """Free text, perhaps with suggestions."""

    longest: int = 100
    suggested: tuple[str, ...] = ()
    lines: bool = False
    """Whether it may be long, over several lines."""
    example: str = ""

    @property
    def allowed(self) -> str:
        """The values that fit the form, in words."""
        return f"any text of at most {self.longest} characters"


class FlagForm(Struct, frozen=True, tag_field="kind", tag="flag"):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """The values that fit the form, in words."""
        return "yes or no"


class NumberForm(Struct, frozen=True, tag_field="kind", tag="number"):
    """A whole number; `usual` is its default."""

    least: int
    most: int
    usual: int | None = None

    @property
    def allowed(self) -> str:
        """The values that fit the form, in words."""
        return f"{self.least} to {self.most}"


class ChoiceForm(Struct, frozen=True, tag_field="kind", tag="choice"):
    """One of these values."""

    values: tuple[Any, ...]
    usual: Any = None

    @property
    def allowed(self) -> str:
        """The values that fit the form, in words."""
        *others, last = map(str, self.values)
        return f"{', '.join(others)} or {last}" if others else last


class PicksForm(Struct, frozen=True, tag_field="kind", tag="picks"):
    """A list of some of these values, in order; `places` describes each place of the list."""

    values: tuple[Any, ...]
    least: int = 0
    most: int = 100
    repeats: bool = False
    own: Union["Form", None] = None
    """The form of a value that is not listed, if such values are allowed."""
    places: tuple[str, ...] = ()


class Purse(Struct, frozen=True):
    """A sum to spend, and the rest of it."""

    whole: int
    left: int
    unit: str
    must: bool = False
    """Whether all of it must be spent."""
    keeps: bool = False
    """Whether the character keeps the rest, as with money, instead of losing it."""


class FormEntry(Struct, frozen=True):
    """A name that may be given a value: its limits or allowed values, and a note."""

    name: str
    least: int | None = None
    most: int | None = None
    values: tuple[Any, ...] = ()
    note: str = ""


class EntriesForm(Struct, frozen=True, tag_field="kind", tag="entries"):
    """An object from names to values, all of the same kind."""

    each: "Form"
    names: tuple[FormEntry, ...] = ()
    own: bool = False
    """Whether other names may be given too."""
    every: bool = False
    """Whether every name must be given a value."""
    purse: Purse | None = None


class FormPart(Struct, frozen=True):
    """A named part of an object."""

    name: str
    title: str
    form: "Form"
    optional: bool = False


class FieldsForm(Struct, frozen=True, tag_field="kind", tag="fields"):
    """An object with these parts."""

    parts: tuple[FormPart, ...]


class FacesForm(Struct, frozen=True, tag_field="kind", tag="faces"):
    """Dice that are rolled, or rolled elsewhere and typed in; `instead_of` is the field that they decide."""

    count: int
    sides: int
    instead_of: str = ""


Form = WordsForm | FlagForm | NumberForm | ChoiceForm | PicksForm | EntriesForm | FieldsForm | FacesForm


class Legal(Struct, frozen=True):
    """The legal values at a step of creation: the choices, the allowed values in words, and illegal ones with reasons.

    `form` describes the input; without a form the step is a choice, or a text.
    """

    allowed: str
    choices: tuple[Any, ...] = ()
    refused: Mapping[str, str] = {}
    form: Form | None = None


class CreationStep(Struct, frozen=True):
    """One step of making a character: the field it fills and its legal values, given the steps before."""

    field: str
    title: str
    cites: tuple[str, ...]
    legal: Callable[[Any, Mapping[str, Any]], Legal]
    optional: bool = False


MOST_CHOICES = 100
"""A number is listed as choices when it can have no more values than these."""


def offer(
    form: NumberForm | FlagForm | ChoiceForm | WordsForm, words: str = "", refused: Mapping[str, str] = {}
) -> Legal:
    """A form as the legal values of a step, with its choices listed; `words`, or the form itself, describe them."""
    return Legal(words or form.allowed, _choices(form), refused, form)


def _choices(form: Form) -> tuple[Any, ...]:
    match form:
        case NumberForm(least, most) if most - least < MOST_CHOICES:
            return tuple(range(least, most + 1))
        case FlagForm():
            return (False, True)
        case ChoiceForm(values):
            return values
    return ()


def always(words: str, form: Form) -> Callable[[Any, Mapping[str, Any]], Legal]:
    """A function that returns the same legal values for any options and earlier steps."""
    legal = Legal(words, _choices(form), form=form)
    return lambda options, draft: legal


def handed_out(
    names: Iterable[str], given: Mapping[str, Any], least: int, most: int, whole: int, must: bool = False
) -> EntriesForm:
    """The form of points distributed over names, with the limit of each given the others."""
    has = dict.fromkeys(names, least) | {name: value for name, value in given.items() if isinstance(value, int)}
    left = whole - sum(has.values())
    entries = tuple(FormEntry(name, least, max(least, min(most, has[name] + left))) for name in names)
    return EntriesForm(NumberForm(least, most), entries, every=must, purse=Purse(whole, left, "points", must))

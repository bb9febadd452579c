"""How a game speaks: the names of its fields, the words for its values, and a sentence for each outcome, as data.

A text has places in braces: `{target}` is the value of an outcome's field or of a parameter in words, and
`{dealt:box|boxes}` a number with its unit and without its sign. A text is used only if each of its places has a value,
so it reveals nothing hidden from its reader and shows no empty place. `{facet!main}` counts as having no value where
the facet is `main`, which goes without saying, and `{patient!who}` where the patient is the one who acts. "A" before a
place becomes "an" where the value calls for it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from rulewright.rules.data import load_data

Texts = str | tuple[str, ...]
"""A text, or several of which the first that can be filled in is used."""

SUCCESS, FAILURE = "success", "failure"
"""The field of an outcome that says whether it succeeded, and the word for one that did not."""
_PLACE = re.compile(r"\{(\w+)(?:!([\w-]+))?(?::([^{}]*))?\}")
"""A place: its name, the value (or the field with the value) that goes without saying, and a unit."""
_AFTER_A = re.compile(r"\b([Aa]) (?=\{(\w+))")
"""An indefinite article before a place."""
_VERB = re.compile(r"\w+")
_TWO_ARTICLES = re.compile(r"\b([Tt]he) the ")
"""A doubled article, where a name has one of its own: "the the pack"."""
_NAMED = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)+")
"""A value that is the name of something in the game, such as "first-aid"; other texts are written as they are."""
_VOWELS = frozenset("aeiou")
_IRREGULAR = {"be": "is", "have": "has"}
_SMALL = 3
"""Names of fewer letters are abbreviations, unless they are words."""
_WORDS = frozenset(("at", "by", "in", "of", "on", "to"))


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence about an outcome, and when it is used.

    `when` maps fields to their required values: a value, one of several, "above 0", "below 0", or whether they are set
    (true) or not (false). A field that the reader may not see meets no condition. `each` names a list; the sentence is
    repeated for every entry, whose fields can be used in it.
    """

    text: Texts
    when: Mapping[str, bool | int | str | tuple[str, ...]] = {}
    each: str = ""


class ActionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words for an action or a roll."""

    name: str = ""
    """The text of its button; by default its name with spaces."""
    attempt: Texts = ()
    """The attempt, phrased to follow "to": "attack {target} with the {weapon}"."""
    headline: tuple[Clause, ...] = ()
    """The outcome in a word or two; the first clause that applies. By default the most telling field."""
    outcome: tuple[Clause, ...] = ()
    """The outcome in sentences: every clause that applies, in this order."""
    between_fights: bool = False
    """Whether it is for the time between fights, as learning a skill is: in a fight it is offered last."""


_SILENT = ActionWords()
_ORDER = "In order: {order}."
ENGINE = {
    "enter-fight": ActionWords(
        attempt="bring {who} into the fight", outcome=(Clause(f"{{who}} enters the fight. {_ORDER}"),)
    ),
    "leave-fight": ActionWords(attempt=("take {who} out of the fight",), outcome=(Clause("{who} leaves the fight."),)),
    "reorder-fight": ActionWords(attempt="change the order of turns", outcome=(Clause("The order is now {order}."),)),
    "start-turn": ActionWords(attempt="start their turn"),
    "end-turn": ActionWords(attempt="end the turn", outcome=(Clause("{who}'s turn ends."),)),
    "start-fight": ActionWords(attempt="start the fight", outcome=(Clause(f"The fight begins. {_ORDER}"),)),
    "end-fight": ActionWords(attempt="end the fight", outcome=(Clause("The fight is over."),)),
}
"""The words for the actions that every fight of the engine has, unless the game has its own."""


class SheetLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a character's sheet is laid out; a field that is not named here comes after those that are."""

    lead: tuple[str, ...] = ()
    """In one line under the name."""
    plates: tuple[str, ...] = ()
    """Named values that are shown large, such as abilities."""
    beside: Mapping[str, str] = {}
    """Named values that stand beside others of the same names: `tn = "scores"`."""
    hide: tuple[str, ...] = ()
    """Fields that only the program needs, or that another field repeats."""
    paper: Literal["plain", "tiers", "plates", "tally", "halves", "case-file"] = "plain"
    """How the page is drawn: rows of boxes, plates on a grid, tally marks, two halves, a case file."""
    stamp: str = ""
    """A word stamped on the page."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's own words. Without any, names are written with spaces in place of hyphens."""

    gm: str = "GM"
    """The game's word for the person who runs it."""
    names: Mapping[str, str] = {}
    """The names of fields, parameters and options."""
    values: Mapping[str, str] = {}
    """The words for values, such as results and states."""
    about: Mapping[str, str] = {}
    """A line about each choice in the making of a character, by its value."""
    sheet: SheetLayout = SheetLayout()
    actions: Mapping[str, ActionWords] = {}
    """By the name of an action, a roll or a derived value."""

    def name(self, field: str) -> str:
        """The name of a field or parameter in ordinary spelling: "ap" becomes "AP"."""
        if field in self.names:
            return self.names[field]
        words = spaced(field)
        return words.upper() if len(words) < _SMALL and words not in _WORDS else words

    def value(self, value: Any) -> str:
        """A value in words: "severely injured", "3", "yes", "Ada and Bert"."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return self.values.get(value) or (spaced(value) if _NAMED.fullmatch(value) else value)
        if isinstance(value, Mapping):
            filled = {str(name): self.value(part) for name, part in value.items() if part is not None}
            return (
                ", ".join(part if name == "name" else f"{self.name(name)} {part}" for name, part in filled.items())
                or "none"
            )
        if isinstance(value, list | tuple):
            return self._listed(value)
        return f"\N{MINUS SIGN}{-value}" if isinstance(value, int | float) and value < 0 else str(value)

    def _listed(self, values: Sequence[Any]) -> str:
        if len(values) == 2 and all(isinstance(one, int) for one in values):
            return f"{self.value(values[0])}, {self.value(values[1])}"  # a space of the map
        words = [self.value(one) for one in values]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"

    def of(self, action: str) -> ActionWords:
        """The words for an action or roll."""
        return self.actions.get(action) or ENGINE.get(action, _SILENT)

    def action(self, action: str) -> str:
        """The name of an action or roll in words: "take damage"."""
        return self.of(action).name or spaced(action)

    def attempt(self, action: str, params: Mapping[str, Any]) -> str:
        """The attempt in words that can follow "to"; empty if the game has none and there is no target."""
        return self._filled(self._attempts(action), params)

    def _attempts(self, action: str) -> Texts:
        """The phrases for an attempt; without any, the action and whom it is aimed at."""
        return self.of(action).attempt or f"{self.action(action)} {{target}}"

    def doing(self, action: str, params: Mapping[str, Any]) -> str:
        """The attempt in words that can follow a name: "attacks Orc with the club"; empty without a phrase for it."""
        verb = _VERB.match(self._filled(self.of(action).attempt, params))
        return third_person(verb[0]) + verb.string[verb.end() :] if verb else ""

    def unsaid(self, action: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that the phrase for the attempt leaves out."""
        texts = self._attempts(action)
        texts = (texts,) if isinstance(texts, str) else texts
        said = {place[1] for place in _PLACE.finditer(next((text for text in texts if _fits(text, params)), ""))}
        clear = {place[1] for text in texts for place in _PLACE.finditer(text) if _is_clear(params, place[1], place[2])}
        return {name: value for name, value in params.items() if name not in said | clear}

    def headline(self, action: str, known: Mapping[str, Any]) -> str:
        """The outcome in a word or two, or empty if the game has no word for it."""
        clauses = self.of(action).headline
        found = (self._filled(one.text, known) for one in clauses if _holds(one, known))
        return next((text for text in found if text), "")

    def sentence(self, action: str, known: Mapping[str, Any]) -> str:
        """The outcome in sentences, from the fields and parameters that are known; empty if the game has none."""
        found = [text for clause in self.of(action).outcome for text in self._said(clause, known)]
        return " ".join(map(capital, found))

    def _said(self, clause: Clause, known: Mapping[str, Any]) -> Iterable[str]:
        entries: list[Mapping[str, Any]] = [known]
        if clause.each:
            listed = known.get(clause.each)
            listed = listed if isinstance(listed, list | tuple) else ()
            entries = [{**known, **one} for one in listed if isinstance(one, Mapping)]
        texts = (self._filled(clause.text, one) for one in entries if _holds(clause, one))
        return [text for text in texts if text]

    def _filled(self, texts: Texts, known: Mapping[str, Any]) -> str:
        """The first text that has a value for each of its places."""
        for text in (texts,) if isinstance(texts, str) else texts:
            if _fits(text, known):
                text = _AFTER_A.sub(lambda found: f"{found[1]}{self._n(known[found[2]])} ", text)
                filled = _PLACE.sub(lambda place: self._place(known[place[1]], place[3]), text)
                return _TWO_ARTICLES.sub(r"\1 ", filled)
        return ""

    def _n(self, value: Any) -> str:
        """The "n" of an indefinite article before a value."""
        return "n" if self.value(value)[:1].lower() in _VOWELS else ""

    def _place(self, value: Any, unit: str | None) -> str:
        if not unit:
            return self.value(value)
        one, _, many = unit.partition("|")
        count = abs(value) if isinstance(value, int) else value
        return f"{self.value(count)} {one if count == 1 else many or one}"


def _fits(text: str, known: Mapping[str, Any]) -> bool:
    return all(_has(known, place[1]) and not _is_clear(known, place[1], place[2]) for place in _PLACE.finditer(text))


def _is_clear(known: Mapping[str, Any], name: str, clear: str | None) -> bool:
    """Whether a value goes without saying: it is the one named, or that of the field named."""
    value = known.get(name)
    return clear is not None and value is not None and (str(value) == clear or value == known.get(clear))


def _has(known: Mapping[str, Any], name: str) -> bool:
    value = known.get(name)
    return value is not None and value is not False and value != "" and value not in ([], (), {})


def _holds(clause: Clause, known: Mapping[str, Any]) -> bool:
    return all(name in known and _is(known[name], wanted) for name, wanted in clause.when.items())


def _is(value: Any, wanted: bool | int | str | tuple[str, ...]) -> bool:
    if isinstance(wanted, bool):
        return (bool(value) and value != "none") is wanted
    if wanted in ("above 0", "below 0") and isinstance(value, int):
        return value > 0 if wanted == "above 0" else value < 0
    return value in wanted if isinstance(wanted, tuple) else value == wanted


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def spaced(name: str) -> str:
    """A name of the game in ordinary spelling: "take-damage" becomes "take damage"."""
    return name.replace("_", " ").replace("-", " ")


def third_person(verb: str) -> str:
    """A verb as it stands after a name: "attack" becomes "attacks", "try" becomes "tries"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def load_words(package: str) -> Words:
    """The words in a game's `words.toml`."""
    return load_data(package, Words, "words.toml")

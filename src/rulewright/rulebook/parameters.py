"""Parameters of rolls and actions: `score: 0..20 = 7 "ability score"`, their kinds and their defaults."""

from dataclasses import dataclass

from rulewright.rulebook import expressions as e
from rulewright.rulebook.faults import TextPlace, Wrong, did_you_mean, quoted
from rulewright.rulebook.kinds import Flag, Kind, Range, WordKind, refuse_name
from rulewright.rulebook.tokens import Tokens

MOST_WORDS = 40
MOST_PARAMETERS = 20
TARGETS = ("foe", "friend", "other", "anyone")


@dataclass(frozen=True)
class BookParameter:
    """A parameter: its kind, its default, and its meaning. A `target` has a kind of character instead."""

    name: str
    kind: Kind
    default: int | str | bool
    meaning: str
    place: TextPlace
    target: str = ""
    by: str = "actor"


def read_parameters(tokens: Tokens) -> list[BookParameter]:
    """Parse `(target: foe, score: 0..20 = 7)`, or nothing, at the end of the header of a roll or an action."""
    found: list[BookParameter] = []
    if tokens.skip("("):
        while not tokens.skip(")"):
            found.append(read_parameter(tokens))
            refuse_many(found, tokens.next.place)
            if not tokens.sees(")"):
                tokens.need(",", "between parameters")
    tokens.end()
    return found


def refuse_many(parameters: list[BookParameter], place: TextPlace) -> None:
    """Raise for too many parameters, and for two of one name."""
    if len(parameters) > MOST_PARAMETERS:
        raise Wrong(place, f"at most {MOST_PARAMETERS} values")
    *others, last = parameters
    if any(last.name == other.name for other in others):
        raise Wrong(last.place, f"{quoted(last.name)} is given twice")


def read_text(tokens: Tokens) -> str:
    """Parse a text in quotes and return it without them."""
    token = tokens.take()
    if token.kind != "text" or not token.text[1:-1].strip():
        raise Wrong(token.place, 'a text in quotes is needed here, "like this"')
    return token.text[1:-1].strip()


def read_parameter(tokens: Tokens) -> BookParameter:
    """Parse `score: 0..20 = 7 "ability score"`, `tier: normal | wounded = normal` or `target: foe`."""
    token = tokens.take()
    tokens.need(":", "after a name")
    if token.text == "target":
        kind = tokens.name("foe, friend, other or anyone")
        if kind.text not in TARGETS:
            raise Wrong(kind.place, f"a target is one of {', '.join(TARGETS)}", did_you_mean(kind.text, TARGETS))
        return BookParameter("target", Flag(), False, "", token.place, kind.text)
    name = refuse_name(token)
    kind_of = read_kind(tokens)
    default: int | str | bool = usual(kind_of)
    if tokens.skip("="):
        default = read_value(tokens, kind_of)
    meaning = read_text(tokens) if tokens.next.kind == "text" else name.replace("_", " ")
    by = "gm" if tokens.skip("by", "gm") else "actor"
    return BookParameter(name, kind_of, default, meaning, token.place, by=by)


def usual(kind: Kind) -> int | str | bool:
    """The default of a parameter that states none: the first word, no, or the number nearest to 0."""
    match kind:
        case Range(least, most):
            return min(max(0, least), most)
        case WordKind(words):
            return words[0]
    return False


def read_kind(tokens: Tokens) -> Kind:
    """Parse `0..20`, `-2..2`, or `normal | wounded | critical`."""
    place = tokens.next.place
    if tokens.next.kind == "number" or tokens.sees("-"):
        least = _signed(tokens)
        tokens.need("..", "to say how far the number goes: 0..20")
        most = _signed(tokens)
        if most < least:
            raise Wrong(place, f"the range {least}..{most} is empty", f"write {most}..{least}")
        return Range(least, most)
    words = [_word(tokens)]
    while tokens.skip("|"):
        words.append(_word(tokens))
    if set(words) == {"yes", "no"} and len(words) == 2:
        return Flag()
    if len(words) < 2 or len(set(words)) < len(words) or len(words) > MOST_WORDS:
        raise Wrong(place, "give a range of numbers, 0..20, or two words or more, calm | angry")
    return WordKind(tuple(words))


def _word(tokens: Tokens) -> str:
    token = tokens.name("a word")
    if token.text in e.KEYWORDS - {"yes", "no"}:
        raise Wrong(token.place, f"{quoted(token.text)} is a word of the format", "choose another word")
    return token.text


def _signed(tokens: Tokens) -> int:
    sign = -1 if tokens.skip("-") else 1
    token = tokens.take()
    if token.kind != "number":
        raise Wrong(token.place, "a number is needed here")
    return sign * int(token.text)


def read_value(tokens: Tokens, kind: Kind) -> int | str | bool:
    """Parse a constant of this kind."""
    place = tokens.next.place
    match kind:
        case Range(least, most):
            value = _signed(tokens)
            if not least <= value <= most:
                raise Wrong(place, f"{value} is out of range: {least} to {most} are allowed")
            return value
        case WordKind(words):
            word = tokens.name("a word").text
            if word not in words:
                raise Wrong(place, f"{quoted(word)} is not one of {', '.join(words)}", did_you_mean(word, words))
            return word
    word = tokens.name("yes or no").text
    if word not in ("yes", "no"):
        raise Wrong(place, "yes or no is needed here")
    return word == "yes"

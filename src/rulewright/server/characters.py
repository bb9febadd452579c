"""Making characters: what is legal at each step, and random ones that are legal throughout."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.forms import Choice, Words
from rulewright.game import CreationStep, Game, Legal
from rulewright.plain import plain
from rulewright.rules import BadInput, BadParameter, Refused
from rulewright.server.answered import Creation, Step

__all__ = ["RandomCharacter", "creation", "random_character"]

Wish = dict[str, Any]

_CHANGES = 60
_MOST_TRIES = 4_000
_NAMES = (
    *("Ansel", "Brisa", "Corin", "Dagny", "Edda", "Falk", "Greta", "Hale", "Ines", "Joss", "Kestrel", "Lior"),
    *("Maren", "Niall", "Oona", "Piet", "Quill", "Runa", "Sorrel", "Tamsin", "Ulric", "Vesna", "Wystan", "Yara"),
)


class RandomCharacter(Struct, frozen=True):
    """A legal character as it was wished for, and the finished sheet."""

    wanted: Wish
    sheet: Any


def creation(game: Game, wanted: Mapping[str, Any], given: Mapping[str, Any]) -> Creation:
    """Every step with what is legal now, and the finished sheet or what is still wrong."""
    options = game.table_options(given)
    steps = [_step(options, step, wanted) for step in game.creation]
    try:
        return Creation(steps, sheet=plain(game.new_sheet(wanted, given)))
    except Refused as refused:
        rule = refused.rule or ""
        return Creation(steps, error=str(refused), rule=rule, step=_step_to_mend(game, wanted, rule))
    except BadParameter as bad:
        named = bad.name.partition(".")[0]
        known = {step.field for step in game.creation}
        return Creation(steps, error=str(bad), step=named if named in known else "")
    except BadInput as bad:
        return Creation(steps, error=str(bad))


def _step_to_mend(game: Game, wanted: Mapping[str, Any], rule: str) -> str:
    """The first step that cites a rule and is still open; if none is open, the first that cites it."""
    citing = [step.field for step in game.creation if rule in step.cites]
    still_open = [field for field in citing if wanted.get(field) is None]
    return next(iter(still_open or citing), "")


def _step(options: Any, step: CreationStep, wanted: Mapping[str, Any]) -> Step:
    try:
        legal, problem = step.legal(options, wanted), ""
    except (Refused, BadInput) as wrong:
        legal, problem = Legal(""), str(wrong)
    except (TypeError, AttributeError, ValueError, KeyError):
        # What is wished for so far has not the shape that this step looks at; the step before says so.
        legal, problem = Legal(""), "the fields before this one are not in order yet"
    return Step(
        step.field,
        step.title,
        step.cites,
        step.optional,
        legal.allowed,
        tuple(plain(legal.choices)),
        {str(name): why for name, why in legal.refused.items()},
        legal.form or (Choice(legal.choices) if legal.choices else Words(longest=1_000)),
        problem,
    )


# --- at random


def random_character(game: Game, given: Mapping[str, Any], random: Random) -> RandomCharacter:
    """A random character that the game accepts.

    It begins with one of the game's own examples and changes one field after another by what is
    legal there, keeping each change that the game accepts.
    """
    options = game.table_options(given)
    examples = list(_examples(game))
    if not examples:
        raise Refused(f"{game.name} has no example of a character to begin with")
    wish = random.choice(examples)
    accepted = _accepts(game, options, wish)
    changed = tries = 0
    while changed < _CHANGES and tries < _MOST_TRIES:
        tries += 1
        other = _varied(game, options, wish, examples, random)
        legal = _accepts(game, options, other)
        if legal or not accepted:
            wish, accepted, changed = other, legal, changed + accepted
    if not accepted:
        raise Refused("no legal character was found at random under these options; make one step by step")
    return RandomCharacter(wish, plain(game.new_sheet(wish, given)))


def _examples(game: Game) -> Iterator[Wish]:
    """The heroes who come to the game's opening."""
    if game.opening is None:
        return
    defaults = game.table_options({})
    for action, params in game.opening.steps:
        for wish in params.values() if action == game.joining else ():
            is_hero = isinstance(wish, Mapping) and wish.get("name") in game.opening.heroes
            if is_hero and _accepts(game, defaults, wish):
                yield dict(wish)


def _accepts(game: Game, options: Any, wish: Mapping[str, Any]) -> bool:
    try:
        game.create(options, wish)
    except (Refused, BadInput):
        return False
    return True


def _varied(game: Game, options: Any, wish: Wish, examples: list[Wish], random: Random) -> Wish:
    """The wish with one field changed, legal or not. What no example fills is left to the game."""
    step = random.choice(game.creation)
    if step.field == "name":
        return wish | {"name": random.choice(_NAMES)}
    legal = _step(options, step, wish).choices
    models = [one[step.field] for one in examples if step.field in one]
    value = wish.get(step.field)
    if value is None:
        return wish | {step.field: random.choice(models)} if models else wish
    if isinstance(value, Mapping):
        return wish | {step.field: _other_object(dict(value), legal, random)}
    if isinstance(value, list | tuple):
        return wish | {step.field: _other_list(list(value), legal, random)}
    return wish | {step.field: random.choice(legal or models or [value])}


def _other_object(value: Wish, legal: tuple[Any, ...], random: Random) -> Wish:
    """An object with two values exchanged, a point moved, a name replaced, or one value set."""
    names = list(value)
    kind = random.choice(("exchange", "move", "rename", "set"))
    fresh = [one for one in legal if isinstance(one, str) and one not in value]
    if kind == "rename" and names and fresh and type(value[names[0]]) is int:
        old, new = random.choice(names), random.choice(fresh)
        return {new if name == old else name: inner for name, inner in value.items()}
    if kind == "set" and names and legal and isinstance(legal[0], int):
        return value | {random.choice(names): random.choice(legal)}
    if len(names) < 2:
        return value
    one, other = random.sample(names, 2)
    if kind == "move" and type(value[one]) is int and type(value[other]) is int:
        return value | {one: value[one] + 1, other: value[other] - 1}
    return value | {one: value[other], other: value[one]}


def _other_list(value: list[Any], legal: tuple[Any, ...], random: Random) -> list[Any]:
    """A list with one item replaced."""
    if not value or not legal:
        return value
    place = random.randrange(len(value))
    return [*value[:place], random.choice(legal), *value[place + 1 :]]

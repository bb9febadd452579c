"""Random characters that are legal throughout."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.game import CreationStep, Game, Legal
from rulewright.game.forms import Entries, Number
from rulewright.game.plain_data import plain
from rulewright.rules import BadInput, Refused

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


def legal_at(options: Any, step: CreationStep, wanted: Mapping[str, Any]) -> tuple[Legal, str]:
    """What is legal at a step, given the fields so far; nothing, and why, when these are not in order."""
    try:
        return step.legal(options, wanted), ""
    except (Refused, BadInput) as wrong:
        return Legal(""), str(wrong)
    except (TypeError, AttributeError, ValueError, KeyError):
        # What is wished for so far has not the shape that this step looks at; the step before says so.
        return Legal(""), "the fields before this one are not in order yet"


def random_character(game: Game, given: Mapping[str, Any], random: Random) -> RandomCharacter:
    """A random character that the game accepts.

    It begins with one of the game's own examples and changes one field after another by what is
    legal there, keeping each change that the game accepts. Points that are left at the end are spent.
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
    for step in game.creation:
        wish = _spent(game, options, step, wish, random)
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


def _spent(game: Game, options: Any, step: CreationStep, wish: Wish, random: Random) -> Wish:
    """The wish with the points of a step spent, as far as the game accepts it; money is kept."""
    while (dearer := next(_dearer(game, options, step, wish, random), None)) is not None:
        wish = dearer
    return wish


def _dearer(game: Game, options: Any, step: CreationStep, wish: Wish, random: Random) -> Iterator[Wish]:
    """Every legal wish with one name a point higher, while there are points; names that have a value come first."""
    form = legal_at(options, step, wish)[0].form
    if not isinstance(form, Entries) or form.purse is None or form.purse.keeps or form.purse.left <= 0:
        return
    if not isinstance(form.each, Number):
        return
    value = dict(wish.get(step.field) or {})
    usual = form.each.least if form.each.usual is None else form.each.usual
    for entry in sorted(random.sample(form.names, len(form.names)), key=lambda one: one.name not in value):
        number = value.get(entry.name, usual) + 1
        higher = wish | {step.field: value | {entry.name: number}}
        if (entry.most is None or number <= entry.most) and _accepts(game, options, higher):
            yield higher


def _varied(game: Game, options: Any, wish: Wish, examples: list[Wish], random: Random) -> Wish:
    """The wish with one field changed, legal or not. What no example fills is left to the game."""
    step = random.choice(game.creation)
    if step.field == "name":
        return wish | {"name": random.choice(_NAMES)}
    legal = tuple(plain(legal_at(options, step, wish)[0].choices))
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

"""Random characters that break no rule."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from rulewright.game import CreationStep, Game, Legal
from rulewright.game.forms import EntriesForm, FacesForm, NumberForm
from rulewright.game.plain_data import plain
from rulewright.rules import BadInput, Refused

Draft = dict[str, Any]

_CHANGES = 60
_MOST_TRIES = 4_000
_NAMES = (
    *("Ansel", "Brisa", "Corin", "Dagny", "Edda", "Falk", "Greta", "Hale", "Ines", "Joss", "Kestrel", "Lior"),
    *("Maren", "Niall", "Oona", "Piet", "Quill", "Runa", "Sorrel", "Tamsin", "Ulric", "Vesna", "Wystan", "Yara"),
)

_NAMED: Mapping[str, Any] = {"name": "Ada"}


class RandomCharacter(Struct, frozen=True):
    """The draft of a legal character, and the finished sheet."""

    wanted: Draft
    sheet: Any


def legal_at(options: Any, step: CreationStep, wanted: Mapping[str, Any]) -> tuple[Legal, Refused | BadInput | None]:
    """The legal values at a step, given the fields so far; no values and the error if those fields are invalid."""
    try:
        return step.legal(options, wanted), None
    except (Refused, BadInput) as wrong:
        return Legal(""), wrong
    except (TypeError, AttributeError, ValueError, KeyError):
        # The draft does not have the shape that this step reads; an earlier step reports it.
        return Legal(""), BadInput("the choices before this one do not fit together")


def random_character(game: Game, given: Mapping[str, Any], random: Random) -> RandomCharacter:
    """A random character that the game accepts.

    It begins with one of the game's own examples and changes one random field after another, keeping each change that
    the game accepts. Points that are left at the end are spent.
    """
    options = game.table_options(given)
    examples = list(_examples(game))
    if not examples:
        raise Refused(f"{game.name} has no example of a character to vary; make one step by step")
    draft = random.choice(examples)
    accepted = _accepts(game, options, draft)
    changed = tries = 0
    while changed < _CHANGES and tries < _MOST_TRIES:
        tries += 1
        other = _varied(game, options, draft, examples, random)
        legal = _accepts(game, options, other)
        if legal or not accepted:
            draft, accepted, changed = other, legal, changed + accepted
    if not accepted:
        raise Refused("no legal character was found at random under these options; make one step by step")
    for step in game.creation:
        draft = _with_points_spent(game, options, step, draft, random)
    return RandomCharacter(draft, plain(game.new_sheet(draft, given)))


def _examples(game: Game) -> Iterator[Draft]:
    """The drafts of the heroes who join in the game's opening, as far as the game accepts them.

    Without an opening, a name alone, if the game has a usual value for everything else.
    """
    defaults = game.table_options({})
    if game.opening is None:
        if _accepts(game, defaults, _NAMED):
            yield dict(_NAMED)
        return
    for action, params in game.opening.steps:
        for draft in params.values() if action == game.joining else ():
            is_hero = isinstance(draft, Mapping) and draft.get("name") in game.opening.heroes
            if is_hero and _accepts(game, defaults, draft):
                yield dict(draft)


def _accepts(game: Game, options: Any, draft: Mapping[str, Any]) -> bool:
    try:
        game.create(options, draft)
    except (Refused, BadInput):
        return False
    return True


def _with_points_spent(game: Game, options: Any, step: CreationStep, draft: Draft, random: Random) -> Draft:
    """The draft with the points of a step spent, as far as the game accepts it; money is kept."""
    while (dearer := next(_one_point_higher(game, options, step, draft, random), None)) is not None:
        draft = dearer
    return draft


def _one_point_higher(game: Game, options: Any, step: CreationStep, draft: Draft, random: Random) -> Iterator[Draft]:
    """Every legal draft with one name a point higher, while there are points; names that have a value come first."""
    form = legal_at(options, step, draft)[0].form
    if not isinstance(form, EntriesForm) or form.purse is None or form.purse.keeps or form.purse.left <= 0:
        return
    if not isinstance(form.each, NumberForm):
        return
    value = dict(draft.get(step.field) or {})
    usual = form.each.least if form.each.usual is None else form.each.usual
    for entry in sorted(random.sample(form.names, len(form.names)), key=lambda one: one.name not in value):
        number = value.get(entry.name, usual) + 1
        higher = draft | {step.field: value | {entry.name: number}}
        if (entry.most is None or number <= entry.most) and _accepts(game, options, higher):
            yield higher


def _varied(game: Game, options: Any, draft: Draft, examples: list[Draft], random: Random) -> Draft:
    """The draft with one field changed, legal or not; a field that neither the draft nor an example has stays empty."""
    step = random.choice(game.creation)
    if step.field == "name":
        return draft | {"name": random.choice(_NAMES)}
    offered = legal_at(options, step, draft)[0]
    if isinstance(offered.form, FacesForm) and not offered.form.instead_of:
        return draft | {step.field: [random.randint(1, offered.form.sides) for _ in range(offered.form.count)]}
    legal = tuple(plain(offered.choices))
    models = [one[step.field] for one in examples if step.field in one]
    value = draft.get(step.field)
    if value is None:
        return draft | {step.field: random.choice(models)} if models else draft
    if isinstance(value, Mapping):
        return draft | {step.field: _other_object(dict(value), legal, random)}
    if isinstance(value, list | tuple):
        return draft | {step.field: _other_list(list(value), legal, random)}
    return draft | {step.field: random.choice(legal or models or [value])}


def _other_object(value: Draft, legal: tuple[Any, ...], random: Random) -> Draft:
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

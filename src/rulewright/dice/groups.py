"""The kind of die behind each face rolled, by the names a rule gives its dice: "light", "dark", "skill"."""

from typing import Any, NamedTuple

from rulewright.dice.die import Pool
from rulewright.dice.throw import Faces


class Groups(NamedTuple):
    """For each face rolled the name of its die, and whether the face adds to the score."""

    names: tuple[str, ...] = ()
    worth: tuple[bool, ...] = ()


_UNNAMED = Groups()


def groups_of(throw: Any, faces: tuple[int, ...]) -> Groups:
    """The groups of a throw's faces; empty if none of its dice has a name."""
    pool = getattr(getattr(throw, "hand", throw), "pool", throw)
    if not isinstance(pool, Pool) or not any(die.name for die, _ in pool.parts):
        return _UNNAMED
    names = [die.name for die, count in pool.parts for _ in range(count)]
    scores = pool.roll_each(Faces(faces))
    of = [die for die, _ in pool.marks(faces)]
    return Groups(tuple(names[die] for die in of), tuple(_is_worth_something(scores[die]) for die in of))


def _is_worth_something(score: Any) -> bool:
    return any(score) if isinstance(score, tuple) else bool(score)

"""Dice as people type them: `notation("4d6kh3")` can be rolled, checked against typed faces, and priced.

One reading of the notation of Avrae (d20), Roll20, Foundry and rpg-dice-roller, and a dialect for
each where they differ (see `dialects.py`). Case and blanks do not matter; `[labels]`, `/* comments */`, a
trailing `# comment` and a leading `/roll` or `/r` are passed over. What can be typed is listed in
docs/dice-notation.md.

Modifiers are applied in one order and must be written in it: reroll, u, explode, minimum and maximum,
keep or drop, count. Further dice of an explosion are not rerolled. Text that could be read in two ways is
refused with a `NotationError`, which also says what to write. Limits are in `limits.py`.
"""

from rulewright.dice.notation.dialects import DialectName
from rulewright.dice.notation.errors import NotationError, NotExact
from rulewright.dice.notation.evaluate import Notation, notation

__all__ = ["DialectName", "NotExact", "Notation", "NotationError", "notation"]

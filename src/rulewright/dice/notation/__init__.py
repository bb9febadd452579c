"""Dice as people type them: `notation("4d6kh3")` can be rolled, checked against typed faces, and priced.

One reading for what is typed at Avrae (d20), Roll20 and Foundry. Case and blanks do not matter;
`[labels]`, a trailing `# comment` and a leading `/roll` or `/r` are passed over.

| typed | means | written |
|---|---|---|
| `d20`, `d%`, `4dF` | one d20, a d100, four fate dice (faces 1, 2, 3 are worth -1, 0, 1) | `1d20`, `1d100`, `4dF` |
| `4d6kh3`, `k3`, `dl1`, `d1`, `pl1` | keep the highest, or drop the lowest; `kl`, `dh`, `ph` the other end | `4d6kh3` |
| `4d6ro1` | reroll once; conditions add up: `ro1ro2` | `4d6ro1` |
| `4d6rr1` | reroll until clear | `4d6rr1` |
| `4d6r1` | reroll once (Foundry); in Roll20 until clear; with no number the lowest face | `4d6ro1` |
| `3d6!`, `x6`, `e6`, `!>=5` | explode: another die for the highest face, or the faces named, and again | `3d6!` |
| `3d6!!` | compound: the further rolls belong to the die, so `3d6!!kh2` keeps whole dice | `3d6!!` |
| `3d6!p` | penetrate: explode, and every further die scores one less than it shows | `3d6!p` |
| `3d6xo6` | explode once: the further die does not explode (Foundry) | `3d6xo` |
| `3d6ra6` | one further die for the whole pool if any die shows the face (Avrae) | `3d6ra6` |
| `4d6mi2`, `min2`, `ma5`, `max5` | no die is worth less, or more | `4d6mi2` |
| `5d6>=5`, `>4`, `cs>=5` | count the dice that succeed, further dice too; `cf` counts dice just so | `5d6>=5` |
| `5d6>=5f1`, `df1` | and take one away for every failure | `5d6>=5f1` |
| `2*(d6+1)`, `/`, `//`, `%` | whole numbers; division rounds down, `%` is what that leaves | `2*(1d6+1)` |
| `{4d6,3d8}kh1`, `(4d6,3d8)kh1` | keep, drop or count whole rolls; with neither they are added | `{4d6,3d8}kh1` |
| `(1d20+5)>=15` | 1 if the total succeeds, else 0 | `(1d20+5)>=15` |

Modifiers apply in the order of this table and must be written in it. Further dice of an explosion
are not rerolled.

`>` and `<` are strict. With `dialect="roll20"` they mean `>=` and `<=`, `r` rerolls until clear,
`cs`, `cf` and sorting only change what Roll20 shows, and `{5d6!!}>8` counts the dice in the braces.
Other differences: Avrae's `k3` (keep the threes) and `p1` are not read so; its `d%` rolls tens only,
here it is a d100; where Avrae compares the total of `2d6>=7`, here dice are counted, and the total is
`(2d6)>=7`; Roll20's `/` gives fractions and the remainder of its `%` takes the sign of the left side.

Whatever could be read in two ways, and keeping among the separate dice of an explosion, is refused
with a `NotationError`, which also says what to write. Limits are in `limits.py`.
"""

from rulewright.dice.notation.errors import NotationError
from rulewright.dice.notation.evaluate import Dialect, Notation, notation

__all__ = ["Dialect", "Notation", "NotationError", "notation"]

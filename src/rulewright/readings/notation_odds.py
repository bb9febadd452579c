"""The odds of dice notation by the most exact method that is quick enough: exact, in float64, else simulated."""

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rulewright.dice import Odds
from rulewright.dice.notation import Notation, NotExact
from rulewright.dice.notation.limits import MAX_WORK
from rulewright.dice.notation.price import odds_of_one
from rulewright.dice.notation.syntax import Arithmetic, DiceTerm, Keeping, KeepingTwice, Negative, Node, NumberTerm
from rulewright.readings.sample import sample

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

_MOST_TOTALS = 4_000_000
_NOISE = 1e-15
"""Chances below this are rounding errors of zero."""
_SCALE = 1 << 80


class NotationOdds(NamedTuple):
    """The chance of each total, the method, why it is not exact, and the number of rolls if they were simulated."""

    odds: Odds[Any]
    method: Literal["exact", "float64", "simulated"]
    why: str = ""
    runs: int = 0


def odds_of_notation(dice: Notation, work: float = MAX_WORK, seconds: float = 1.0) -> NotationOdds:
    """The odds of a notation; exact odds may cost `work` (see `Notation.odds`), and a simulation may take `seconds`."""
    try:
        return NotationOdds(dice.odds(work), "exact")
    except NotExact as refused:
        why = str(refused)
    try:
        chances = _in_float64(dice.tree)
    except NotExact:
        counts = sample(dice, seconds=seconds)
        runs = counts.total()
        return NotationOdds(Odds(counts), "simulated", f"simulated: {runs:,} rolls, since {why}", runs)
    left_out = "totals that come up less than once in 10^15 rolls are left out"
    return NotationOdds(chances, "float64", f"in float64, and {left_out}, since {why}")


def _in_float64(tree: Node) -> Odds[int]:
    """The odds of sums and differences of many dice; raises `NotExact` for anything else."""
    import numpy as np

    lowest, chances = _column(tree)
    weights = np.rint(chances.clip(0.0) * float(_SCALE))
    found = {lowest + int(at): int(weights[at]) for at in np.flatnonzero(chances > _NOISE)}
    return Odds(found)


def _column(node: Node) -> "tuple[int, Array]":
    """The lowest total, and the chance of each total from there on."""
    import numpy as np

    match node:
        case NumberTerm(int() as value):
            return value, np.ones(1)
        case Negative(of):
            lowest, chances = _column(of)
            return -(lowest + len(chances) - 1), chances[::-1]
        case Arithmetic("+" | "-" as sign, left, right):
            first, one = _column(left)
            second, other = _column(right if sign == "+" else Negative(right))
            return first + second, _together(one, 1, other)
        case DiceTerm() if node.unique is None and node.exchanging is None and node.count:
            if isinstance(node.keeping, Keeping | KeepingTwice):
                raise NotExact("kept dice")
            die = odds_of_one(node)
            lowest, highest = min(die.weights), max(die.weights)
            one = np.zeros(highest - lowest + 1)
            for value, weight in die.weights.items():
                one[value - lowest] = weight / die.total
            return lowest * node.count, _together(one, node.count)
    raise NotExact("no sum of dice")


def _together(one: "Array", count: int, other: "Array | None" = None) -> "Array":
    """The sum of `count` such dice, and of one more part, by a discrete Fourier transform."""
    import numpy as np

    length = (len(one) - 1) * count + (1 if other is None else len(other))
    if length > _MOST_TOTALS:
        raise NotExact("too many totals")
    size = 1 << (length - 1).bit_length()
    spectrum = np.fft.rfft(one, size) ** count
    if other is not None:
        spectrum *= np.fft.rfft(other, size)
    found: Array = np.fft.irfft(spectrum, size)[:length]
    return found

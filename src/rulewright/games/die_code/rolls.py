"""The catalogue of rolls."""

from rulewright.game import Derivation, Roll
from rulewright.games.die_code import chase, check, codes, contest, difficulty, movement, pool, sizes

_ONE_THROW = "the pool dice, then those thrown again, then the penalty dice"

ROLLS = (
    Roll("total", pool.total, _ONE_THROW),
    Roll("check", check.check, f"{_ONE_THROW}; none for the average or Automatic"),
    Roll("move", movement.move, f"{_ONE_THROW}; none for the average or Automatic"),
    Roll("opposed", contest.opposed, "the actor's whole throw, then the opponent's"),
    Roll("contest", contest.contest, "opposed rolls, one after another"),
    Roll("chase", chase.chase, "in every round the quarry's throw, then the pursuer's"),
)

DERIVATIONS = (
    Derivation("pool", pool.pool),
    Derivation("add-pips", codes.add_pips),
    Derivation("advantage", pool.advantage),
    Derivation("difficulty", difficulty.difficulty_row),
    Derivation("success-level", difficulty.success_level),
    Derivation("take-average", check.take_average),
    Derivation("mean", pool.mean),
    Derivation("size", sizes.size),
    Derivation("size-modifier", sizes.size_modifier),
    Derivation("movement", movement.movement),
    Derivation("best-move", movement.best_move),
    Derivation("chase-value", chase.chase_value),
)

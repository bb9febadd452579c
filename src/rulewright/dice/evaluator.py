"""Rules for sorted dice and cards: a function that is given, face by face, how many dice show it.

    def step(best: int, face: int, count: int) -> int:
        return max(best, count)

    largest = Evaluator("largest set", step, start=0)
    dice.pool("hand", largest(10 * d(10)))

The odds run the same function over all counts at once: rolls in the same state with the same number of dice left are
merged. A state should hold no more than the rule needs to go on.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar, cast

from rulewright.dice.odds import Odds
from rulewright.dice.sources import Source, Together, from_the_highest
from rulewright.dice.throw import Draw, Faces, TooLarge

R = TypeVar("R", bound=Hashable)
R_co = TypeVar("R_co", bound=Hashable, covariant=True)


MOST_STATES = 500_000
"""How many states a rule for sorted dice may have at one face; a few hundred are usual."""


class Countable(Hashable, Protocol):
    """Dice or cards whose faces can be counted: a pool, or hands dealt from a deck."""

    @property
    def size(self) -> int:
        """How many dice or cards there are."""
        ...

    def source(self) -> Source:
        """How many dice can show each face, and in how many ways."""
        ...

    def roll_hands(self, draw: Draw, /) -> list[list[Any]]:
        """Roll or draw, and return the faces of each pool or hand."""
        ...

    def marks(self, faces: tuple[int, ...], /) -> list[tuple[int, bool]]:
        """For each face rolled: which die it belongs to, and whether it counts."""
        ...


class Evaluator(Generic[R]):
    """A rule for sorted dice.

    `step(state, face, count)` is called for every face that could be shown, from the highest to the
    lowest (or upwards with `upwards=True`), also when no die shows it, and returns the next state.
    With several pools it gets one count for each of them. `final` turns the last state into the score.
    """

    def __init__(
        self,
        name: str,
        step: Callable[..., Any],
        *,
        start: Hashable,
        final: Callable[[Any], R] | None = None,
        upwards: bool = False,
    ) -> None:
        self.name = name
        self.step = step
        self.start = start
        self.final = final
        self.upwards = upwards

    def __call__(self, *pools: Countable) -> "Evaluated[R]":
        """Dice to be thrown and read by this rule."""
        return _evaluated(self, pools)

    def __repr__(self) -> str:
        return self.name

    def faces_of(self, source: Source) -> list[Any]:
        """The faces in the order in which they are stepped through."""
        faces = from_the_highest(source)
        return faces[::-1] if self.upwards else faces

    def score(self, state: Any) -> R:
        """The score of the last state."""
        return cast("R", state) if self.final is None else self.final(state)


class Evaluated(Generic[R]):
    """Dice or cards read by a rule for sorted dice."""

    __slots__ = ("_odds", "evaluator", "pools")

    def __init__(self, evaluator: Evaluator[R], pools: tuple[Countable, ...]) -> None:
        if not pools:
            raise ValueError(f"{evaluator.name} needs dice: give it a pool, as in 5 * d(6)")
        for one in pools:
            if not hasattr(one, "source"):
                raise TypeError(
                    f"{evaluator.name} reads dice or cards, as in 5 * d(6) or draw(5, deck), not {one!r:.60}"
                )
        self.evaluator = evaluator
        self.pools = pools
        self._odds: Odds[R] | None = None

    def _source(self) -> Source:
        sources = [pool.source() for pool in self.pools]
        return sources[0] if len(sources) == 1 else Together(sources)

    def roll(self, draw: Draw, /) -> R:
        """Roll everything, then step through the faces."""
        hands = [hand for pool in self.pools for hand in pool.roll_hands(draw)]
        rule = self.evaluator
        state: Any = rule.start
        for face in rule.faces_of(self._source()):
            state = rule.step(state, face, *[hand.count(face) for hand in hands])
        return rule.score(state)

    def odds(self) -> Odds[R]:
        """The exact odds of the score."""
        if self._odds is None:
            source, rule = self._source(), self.evaluator
            weights: dict[R, int] = {}
            for state, weight in weigh_states(source, rule.faces_of(source), rule.step, rule.start).items():
                score = rule.score(state)
                weights[score] = weights.get(score, 0) + weight
            self._odds = Odds(weights, source.total)
        return self._odds

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        """Whether each face counts: all but those that were rerolled."""
        draw = Faces(faces)
        marks: tuple[bool, ...] = ()
        for pool in self.pools:
            before = draw.used
            pool.roll_hands(draw)
            marks += tuple(counts for _, counts in pool.marks(faces[before : draw.used]))
        return marks

    def __repr__(self) -> str:
        return f"{self.evaluator.name} of {' and '.join(map(repr, self.pools))}"


@lru_cache(maxsize=4096)
def _evaluated(evaluator: Evaluator[R], pools: tuple[Countable, ...]) -> Evaluated[R]:
    return Evaluated(evaluator, pools)


def weigh_states(source: Source, faces: Sequence[Any], step: Callable[..., Any], start: Hashable) -> dict[Any, int]:
    """The last states of all rolls, each with its weight."""
    left, levels = source.levels(faces)
    reached: dict[Any, dict[Any, int]] = {left: {start: 1}}
    for face, level in zip(faces, levels, strict=True):
        lower: dict[Any, dict[Any, int]] = {}
        made = 0
        stepped: dict[Any, dict[tuple[int, ...], Any]] = {}
        for left, states in reached.items():
            moves = [(counts, lower.setdefault(after, {}), ways) for counts, after, ways in level.moves(left)]
            for state, weight in states.items():
                known = stepped.get(state)
                if known is None:
                    known = stepped[state] = {}
                for counts, after, ways in moves:
                    if counts in known:
                        new = known[counts]
                    else:
                        new = known[counts] = step(state, face, *counts)
                    before = after.get(new)
                    if before is None:
                        made += 1
                        after[new] = weight * ways
                    else:
                        after[new] = before + weight * ways
                if made > MOST_STATES:
                    raise TooLarge(
                        f"a rule for sorted dice has more than {MOST_STATES:,} states at face {face}: "
                        "keep in the state only what the rule needs to go on"
                    )
        reached = lower
    (states,) = reached.values()
    return states

"""Play: read a rule at the table. Dice are rolled or typed in; every term is kept for the breakdown.

A player who has not answered yet is no suspended run: the rule raises `Need`, the answers so far
are kept, and the rule is run again when there is one more.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random, SystemRandom
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct

from rulewright.dice import Draw, FaceError, Faces, Throw
from rulewright.readings.best import best_play
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.chain import can_end
from rulewright.readings.odds import Pricing
from rulewright.readings.tree import TreeDice, leaves
from rulewright.rules import Repeat, cites, rule_name

__all__ = ["Called", "Chosen", "Need", "Noted", "Played", "Rolled", "Step", "play"]

O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")


_PATHS_TO_LOOK_AHEAD = 5_000


class Rolled(Struct, frozen=True, tag="rolled", tag_field="kind"):
    """Dice thrown for a purpose: what was thrown, each face, which of them count, and the score."""

    name: str
    dice: str
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    score: Any


class Chosen(Struct, frozen=True, tag="chosen", tag_field="kind"):
    """A decision: who took it, between what, and what they took."""

    who: str
    question: str
    choices: tuple[Any, ...]
    choice: Any


class Noted(Struct, frozen=True, tag="noted", tag_field="kind"):
    """A named term of the result, with the rules it comes from."""

    name: str
    value: Any
    cites: tuple[str, ...]


class Called(Struct, frozen=True, tag="called", tag_field="kind"):
    """Another rule that was used, step by step, and what it gave."""

    rule: str
    cites: tuple[str, ...]
    steps: "tuple[Step, ...]"
    result: Any


Step = Rolled | Chosen | Noted | Called


class Played(Struct, Generic[R], frozen=True):
    """A rule that was played to its end."""

    outcome: R
    faces: tuple[int, ...]
    choices: tuple[Any, ...]
    breakdown: tuple[Step, ...]
    cites: tuple[str, ...]


class Need(Exception):
    """Play waits for someone: for a face of a die, or for a decision."""

    def __init__(
        self, message: str, *, name: str, sides: int | None = None, who: str | None = None, choices: Sequence[Any] = ()
    ) -> None:
        super().__init__(message)
        self.name = name  # what the dice are for, or the question
        self.sides = sides
        self.who = who
        self.choices = tuple(choices)


def play(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    faces: Iterable[int] | None = None,
    choices: Iterable[Any] = (),
    random: Random | None = None,
    best: bool = False,
    **kwargs: Any,
) -> Played[R]:
    """Play a rule once.

    With `faces` the dice are typed in, in rolling order: a face that is missing raises `Need`, one
    that is impossible or left over is refused. Without, they are rolled (with `random`, if given).
    `choices` answers the decisions in the order they come up; a missing one raises `Need`. With
    `best` the sides of a repeated step that have an aim play as well as can be, and are not asked.
    """
    typed = None if faces is None else Faces(faces)
    draw = _rolling(random or SystemRandom()) if typed is None else typed
    table = _Table(options, draw, list(choices), best)
    outcome = rule(table, *args, **kwargs)
    if typed is not None:
        typed.finish()
    if table.answers:
        raise FaceError(f"too many decisions: {len(table.answers)} left over")
    return Played(outcome, tuple(table.faces), tuple(table.chosen), tuple(table.steps), cites(rule))


def _rolling(random: Random) -> Draw:
    below = random.randrange
    return lambda sides: below(sides) + 1


class _Table(Generic[O]):
    """The dice of someone who plays."""

    def __init__(self, options: O, draw: Draw, answers: list[Any], best: bool) -> None:
        self.options = options
        self.answers = answers
        self.best = best
        self.faces: list[int] = []
        self.chosen: list[Any] = []
        self.steps: list[Step] = []
        self._draw = draw
        self._purpose = ""
        self._decided = 0
        self._seen: list[Any] = []  # in this step of a repeated rule: what the dice and decisions were
        self._best_choice: Callable[[str, str, tuple[Any, ...]], Any] | None = None

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """Roll the dice, or take those typed in."""
        self._purpose = name
        first = len(self.faces)
        score = throw.roll(self._face)
        faces = tuple(self.faces[first:])
        self.steps.append(Rolled(name, repr(throw), faces, throw.kept(faces), score))
        self._seen.append(score)
        return score

    def _face(self, sides: int, /) -> int:
        draw = self._draw
        if isinstance(draw, Faces) and draw.left == 0:
            raise Need(
                f"too few dice: {draw.used} given, another d{sides} is needed for {self._purpose}",
                name=self._purpose,
                sides=sides,
            )
        face = draw(sides)
        self.faces.append(face)
        return face

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """Take the next decision that was given, or the best one."""
        choice: C
        if self._best_choice is not None:
            choice = self._best_choice(who, question, tuple(self._seen))
        elif self.answers:
            choice = self.answers.pop(0)
            if choice not in choices:
                raise FaceError(f"bad choice: {question} is one of {', '.join(map(str, choices))}, not {choice}")
            self.chosen.append(choice)
        else:
            listed = ", ".join(map(str, choices))
            raise Need(f"{who} decides {question}: {listed}", name=question, who=who, choices=choices)
        self.steps.append(Chosen(who, question, tuple(choices), choice))
        self._seen.append(choice)
        self._decided += 1
        return choice

    def call(self, rule: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Use another rule; its steps become one branch of the breakdown."""
        outside, seen, decided = self.steps, len(self._seen), self._decided
        inside: list[Step] = []
        self.steps = inside
        if isinstance(rule, Repeat):
            result: R = self._repeat(rule, args, kwargs)
        else:
            result = rule(self, *args, **kwargs)
        self.steps = outside
        outside.append(Called(rule_name(rule), cites(rule), tuple(inside), result))
        if self._decided == decided:  # merged, as it is when best play is worked out
            self._seen[seen:] = [result]
        return result

    def _repeat(self, repeat: Repeat[Any, Any, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        start, context, named = args[0], args[1:], tuple(kwargs.items())
        outer = self._seen, self._best_choice
        state = start
        while not repeat.until(state) and _can_end(repeat, state, context, named, self.options):
            self._seen = []
            if self.best and repeat.aims:
                self._best_choice = partial(_best_choice, repeat, start, context, named, self.options, state)
            state = self.call(repeat.step, state, *context, **kwargs)
        self._seen, self._best_choice = outer
        return state

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Keep a term for the breakdown."""
        self.steps.append(Noted(name, value, cites))


@lru_cache(maxsize=100_000)
def _can_end(
    repeat: Repeat[Any, Any, Any],
    start: Any,
    context: tuple[Any, ...],
    kwargs: tuple[tuple[str, Any], ...],
    options: Any,
) -> bool:
    """Whether a repeated step can still come to an end, whatever anyone decides.

    A step with too many paths to look through is taken to have one that leads on.
    """
    pricing = Pricing(options, lambda who, question, choices: choices[0], Budget(_PATHS_TO_LOOK_AHEAD))

    def leads_to(state: Any) -> Iterator[Any]:
        dice = TreeDice(pricing, repeat.aims)
        return leaves(dice.tree(lambda d: repeat.step(d, state, *context, **dict(kwargs)), pricing.budget.spend))

    try:
        return can_end(start, leads_to, repeat.until)
    except OverBudget:
        return True


def _best_choice(
    repeat: Repeat[Any, Any, Any],
    start: Any,
    context: tuple[Any, ...],
    kwargs: tuple[tuple[str, Any], ...],
    options: Any,
    *decision: Any,
) -> Any:
    """The best choice at a decision: the state, who decides, the question, what was seen before it."""
    return _best_choices(repeat, start, context, kwargs, options)[decision]


@lru_cache(maxsize=64)
def _best_choices(
    repeat: Repeat[Any, Any, Any],
    start: Any,
    context: tuple[Any, ...],
    kwargs: tuple[tuple[str, Any], ...],
    options: Any,
) -> dict[tuple[Any, ...], Any]:
    """The best choice at every decision that can come up from `start`."""
    solution = best_play(Pricing(options), repeat, start, context, dict(kwargs))
    return {(made.state, made.who, made.question, made.seen): made.best for made in solution.decisions}

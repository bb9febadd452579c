"""Play: reads a rule at the table. Dice are rolled or typed in; every term is kept for the breakdown.

A run does not wait for a player who has not answered yet: it raises `Need`, the answers so far are kept, and the rule
is run again once the next answer is there.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random, SystemRandom
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, cast

from msgspec import Struct

from rulewright.dice import Deck, Draw, Faces, Throw, card_name, groups_of
from rulewright.readings.breakdown import Called, Chosen, Noted, Rolled, Step
from rulewright.readings.budget import Budget, OverBudget
from rulewright.readings.graph.chain import Outlook
from rulewright.readings.graph.search import Search
from rulewright.readings.odds import Pricing
from rulewright.readings.paths.bad_rule import endless_here, explain, no_choice_here, no_throw_here, refuse_no_rule
from rulewright.readings.paths.purity import watched_play
from rulewright.readings.paths.replay import cards_to_draw
from rulewright.readings.paths.tree import INLINED, Chance, ChoiceNode, Everyone, Node, TreeDice, leaves
from rulewright.rules import NEVER_ENDS, Repeat, cites, rule_name
from rulewright.rules.rule import PlayNeverEnds

O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")


_MOST_THROWS = 20_000  # in one play: a rule with more is taken to be endless
_PATHS_TO_LOOK_AHEAD = 1_000  # per search for an end; if it finds none, the next is after 1, 2, 4, 8, ... steps
_LONG = 50  # steps, after which a search may take ten times as many paths
_PATHS_OF_BEST_PLAY = 50_000  # in all steps; beyond that the player is asked instead


class Played(Struct, Generic[R], frozen=True):
    """The result of a rule that was played to its end."""

    outcome: R
    faces: tuple[int, ...]
    choices: tuple[Any, ...]
    breakdown: tuple[Step, ...]
    cites: tuple[str, ...]


class ChoiceError(ValueError):
    """Raised for a decision that is not among the choices, or for more decisions than the rule asks for."""

    def __init__(self, message: str, used: int = 0) -> None:
        super().__init__(message)
        self.used = used  # how many decisions before it were used


class Need(Exception):
    """Raised when play waits for a face of a die or for a decision."""

    def __init__(
        self,
        message: str,
        *,
        name: str,
        sides: int | None = None,
        who: str | None = None,
        choices: Sequence[Any] = (),
        cards: Sequence[Any] = (),
        chosen: Sequence[Any] = (),
        thrown: "Sequence[Rolled]" = (),
    ) -> None:
        super().__init__(message)
        self.name = name  # the label of the throw, or the question
        self.sides = sides
        self.who = who
        self.choices = tuple(choices)
        self.cards = tuple(cards)  # the cards left in the deck, if a card is missing: each by its place
        self.chosen = tuple(chosen)  # the decisions that were used so far
        self.thrown = tuple(thrown)  # every throw that was finished so far


def play(
    rule: Callable[..., R],
    *args: Any,
    options: Any = None,
    faces: Iterable[int | str] | Faces | None = None,
    choices: Iterable[Any] = (),
    random: Random | None = None,
    best: bool = False,
    decides: Callable[[int, str], bool] | None = None,
    **kwargs: Any,
) -> Played[R]:
    """Plays a rule once.

    With `faces` the dice are typed in, in rolling order: a face that is missing raises `Need`, one
    that is impossible or left over is refused. A card is typed by its name, or by its place among those
    left in the deck. Without `faces` they are rolled (with `random`, if given).
    `choices` answers the decisions in the order they come up; a missing one raises `Need`. With `best` the sides of a
    repeated step that have an aim play their best, and are not asked. `decides(place, who)` says whether the decision
    at this place of `choices` may answer for `who`; if it may not, `Need` is raised.
    """
    refuse_no_rule(rule)
    typed = faces if faces is None or isinstance(faces, Faces) else Faces(faces)
    draw = typed if typed is not None else _SYSTEM if random is None else _rolling(random)
    table = _PlayedDice(options, draw, list(choices), best, decides)
    try:
        watch = watched_play(rule, args, kwargs)
        if watch is None:
            outcome: R = table.run(rule, args, kwargs)
        else:
            with watch:
                outcome = table.run(rule, args, kwargs)
    except PlayNeverEnds:
        outcome = cast(R, NEVER_ENDS)
    except (TypeError, RecursionError, AttributeError) as error:
        explain(error, rule)
        raise
    if typed is not None:
        typed.finish()
    if table.answers:
        raise ChoiceError(f"too many decisions: {len(table.answers)} left over", len(table.chosen))
    return Played(outcome, tuple(table.faces), tuple(table.chosen), tuple(table.steps), cites(rule))


def _rolling(random: Random) -> Draw:
    below = random.randrange
    return lambda sides: below(sides) + 1


_SYSTEM = _rolling(SystemRandom())


class _Used:
    """A called rule so far: its steps, and its result."""

    __slots__ = ("inside", "result")

    def __init__(self) -> None:
        self.inside: list[Any] = []
        self.result: Any = None


class _PlayedDice(Generic[O]):
    """The dice of a rule that is played."""

    def __init__(
        self, options: O, draw: Draw, answers: list[Any], best: bool, decides: Callable[[int, str], bool] | None
    ) -> None:
        self.options = options
        self.answers = answers
        self.faces: list[int] = []
        self._sides: list[int] = []  # of the current throw
        self._cards: list[Any] = []  # of the current draw
        self.chosen: list[Any] = []
        self.steps: list[Step] = []
        self.thrown: list[Rolled] = []
        self._draw = draw
        self._purpose = ""
        self._best = best
        self._decides = decides
        self._events: list[Any] = []  # scores, choices and called rules of the current rule
        self._step: tuple[list[Any], Callable[[], Search[Any] | None], Any] | None = None  # its events, solver, state

    def pool(self, name: str, throw: Throw[S], /) -> S:
        """Rolls the dice, or takes the faces typed in."""
        self._purpose = name
        first = len(self.faces)
        self._sides.clear()
        self._cards.clear()
        try:
            roll = throw.roll
        except AttributeError:
            raise no_throw_here(throw) from None
        score = roll(self)
        faces = tuple(self.faces[first:])
        kept, groups, sides = throw.kept(faces), groups_of(throw, faces), tuple(self._sides)
        cards = tuple(self._cards) if self._cards and len(self._cards) == len(faces) else ()
        rolled = Rolled(name, repr(throw), faces, kept, score, cards, sides, *groups)
        self.steps.append(rolled)
        self.thrown.append(rolled)
        if len(self.thrown) > _MOST_THROWS:
            raise endless_here()
        self._events.append(score)
        return score

    def draw(self, name: str, count: int | tuple[int, ...], deck: Deck[Any], /) -> Any:
        """Draws cards, or takes those typed in."""
        return self.pool(name, cards_to_draw(count, deck))

    def card(self, left: Sequence[Any], /) -> int:
        """The place of the next card among those left."""
        draw = self._draw
        if isinstance(draw, Faces) and draw.left == 0:
            named = ", ".join(dict.fromkeys(map(card_name, left)))
            raise Need(
                f"too few cards: {draw.used} given, another is needed for {self._purpose}: {named}",
                name=self._purpose,
                sides=len(left),
                cards=left,
                chosen=self.chosen,
            )
        place = draw.card(left) if isinstance(draw, Faces) else draw(len(left))
        self.faces.append(place)
        self._cards.append(left[place - 1])
        return place

    def __call__(self, sides: int, /) -> int:
        """The face that the next die shows."""
        draw = self._draw
        if isinstance(draw, Faces) and draw.left == 0:
            raise Need(
                f"too few dice: {draw.used} given, another d{sides} is needed for {self._purpose}",
                name=self._purpose,
                sides=sides,
                chosen=self.chosen,
                thrown=self.thrown,
            )
        face = draw(sides)
        self.faces.append(face)
        self._sides.append(sides)
        return face

    def choose(self, who: str, question: str, choices: Sequence[C], /) -> C:
        """The best choice of a side that plays its best; otherwise the next decision that was given."""
        if not choices:
            raise no_choice_here(who, question)
        found = self._best_choice(who)
        choice: C
        if found is not None:
            choice = found.choice
        elif self.answers and (self._decides is None or self._decides(len(self.chosen), who)):
            choice = self.answers.pop(0)
            if choice not in choices:
                listed = ", ".join(map(str, choices))
                raise ChoiceError(f"bad choice: {question} is one of {listed}, not {choice}", len(self.chosen))
            self.chosen.append(choice)
        else:
            listed = ", ".join(map(str, choices))
            raise Need(
                f"{who} decides {question}: {listed}",
                name=question,
                who=who,
                choices=choices,
                chosen=self.chosen,
                thrown=self.thrown,
            )
        self.steps.append(Chosen(who, question, tuple(choices), choice))
        self._events.append(choice)
        return choice

    def call(self, rule: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs another rule; its steps become one branch of the breakdown."""
        outside, events = self.steps, self._events
        inside: list[Step] = []
        used = _Used()
        events.append(used)
        self.steps, self._events = inside, used.inside
        result: Any = NEVER_ENDS
        try:
            result = self.run(rule, args, kwargs)
        finally:
            self.steps, self._events = outside, events
            outside.append(Called(rule_name(rule), cites(rule), tuple(inside), result))
        used.result = result
        return cast(R, result)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Keeps a term for the breakdown."""
        self.steps.append(Noted(name, value, cites))

    def run(self, rule: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
        """Plays a rule, or a repeated step until it ends or can no longer reach an end."""
        if not isinstance(rule, Repeat):
            return rule(self, *args, **kwargs)
        start, context, named = args[0], args[1:], tuple(kwargs.items())
        outer = self._step
        state = start
        step, next_look = 0, 0
        while not rule.until(state):
            if step >= next_look:
                paths = _PATHS_TO_LOOK_AHEAD if step < _LONG else 10 * _PATHS_TO_LOOK_AHEAD
                can_end = _can_end(rule, state, context, named, self.options, paths)
                if can_end is False:
                    break
                next_look = step + 1 if can_end else max(step + 1, 2 * step)
            step += 1
            if self._best and rule.aims:
                solved = partial(_best_play, rule, start, context, named, self.options)
                used = _Used()
                self._events.append(used)
                self._step = (used.inside, solved, state)
            state = self._one_step(rule.step, (state, *context), kwargs)
        self._step = outer
        result: Any = state if rule.until(state) else rule.endless_result(state)
        if result is NEVER_ENDS:
            raise PlayNeverEnds
        return cast(R, result)

    def _one_step(self, step: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        outside, events = self.steps, self._events
        inside: list[Step] = []
        self.steps, self._events = inside, [] if self._step is None else self._step[0]
        result = step(self, *args, **kwargs)
        self.steps, self._events = outside, events
        outside.append(Called(rule_name(step), cites(step), tuple(inside), result))
        return result

    def _best_choice(self, who: str) -> "_BestChoice | None":
        """The best choice for `who`, if this is a repeated step in which they have an aim."""
        if self._step is None:
            return None
        events, solved, state = self._step
        best = solved()
        if best is None or who not in best.sides:
            return None
        node = _follow(best.tree_at(state), events)
        assert isinstance(node, ChoiceNode)
        return _BestChoice(best.taken(node))


class _BestChoice(NamedTuple):
    choice: Any


def _follow(node: Node, events: list[Any]) -> Node:
    """The node of the solved tree that the answers so far lead to."""
    for event in events:
        if isinstance(node, ChoiceNode):
            node = node.branches[node.choices.index(event)]
        elif isinstance(node, Chance):
            inlined = node.branches[0][0] is INLINED
            if inlined:
                node = _follow(node.branches[0][2], event.inside)
            else:
                answer = event.result if isinstance(event, _Used) else event
                node = next(branch for given, _, branch in node.branches if given == answer)
    return node


def _can_end(
    repeat: Repeat[Any, Any, Any],
    state: Any,
    context: tuple[Any, ...],
    kwargs: tuple[tuple[str, Any], ...],
    options: Any,
    paths: int,
) -> bool | None:
    """Whether a repeated step can still reach an end under some decisions; None if that takes more paths to find."""
    outlook, pricing = _outlook(repeat, context, kwargs, options)
    if outlook.unclear.get(state, 0) >= paths:
        return None
    pricing.budget = Budget(paths)
    try:
        return outlook.can_end(state)
    except OverBudget:
        outlook.unclear[state] = paths
        return None


@lru_cache(maxsize=64)
def _outlook(
    repeat: Repeat[Any, Any, Any], context: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...], options: Any
) -> tuple[Outlook[Any], Pricing[Any]]:
    pricing: Pricing[Any] = Pricing(options)

    def leads_to(state: Any) -> Iterator[Any]:
        dice = TreeDice(pricing, Everyone())
        return leaves(dice.tree(lambda d: repeat.step(d, state, *context, **dict(kwargs)), pricing.budget.spend))

    return Outlook(leads_to, repeat.until), pricing


@lru_cache(maxsize=16)
def _best_play(
    repeat: Repeat[Any, Any, Any],
    start: Any,
    context: tuple[Any, ...],
    kwargs: tuple[tuple[str, Any], ...],
    options: Any,
) -> Search[Any] | None:
    """Best play from `start`, or None if it takes too long; it includes decisions of sides without an aim."""
    best = Search(
        Pricing(options, budget=Budget(_PATHS_OF_BEST_PLAY)), repeat, context, dict(kwargs), False, Everyone()
    )
    try:
        best.run(start, few=None)
    except OverBudget:
        return None
    return best

"""All the ways one step of a rule can go, as a tree of chances and choices."""

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.dice import Odds, Throw
from rulewright.readings.policy import Undecided

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["INLINED", "Chance", "Choice", "Everyone", "Leaf", "Node", "TreeDice", "decisions_in", "leaves"]

X = TypeVar("X", bound=Hashable)


@dataclass(slots=True)
class Chance:
    """A throw or called rule: for each answer its weight out of a total, and what follows."""

    total: int = 1
    branches: "list[tuple[Any, int, Node]]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Choice:
    """A decision: one branch for each choice, and what the dice had shown before it."""

    who: str
    question: str
    choices: tuple[Any, ...]
    seen: tuple[Any, ...]
    branches: "list[Node]" = field(default_factory=list)


@dataclass(slots=True)
class Leaf:
    """Where the step leads."""

    state: Any


Node = Chance | Choice | Leaf


class Everyone:
    """Sides that nobody is left out of."""

    def __contains__(self, who: object) -> bool:
        return True


class _Inlined:
    """The answer of a called rule that decides something: it runs as part of its caller."""


INLINED = _Inlined()


class TreeDice:
    """Runs a rule along every path and every choice, and keeps them as a tree.

    The decisions of `sides` are branches; those of anyone else follow the policy.
    """

    __slots__ = ("_answers", "_at", "_left", "_nodes", "_pricing", "_sides", "options")

    def __init__(self, pricing: "Pricing[Any]", sides: Container[str]) -> None:
        self.options = pricing.options
        self._pricing = pricing
        self._sides = sides
        self._at = 0
        self._answers: list[Any] = []
        self._left: list[Iterator[tuple[Any, int]]] = []  # for each answer, those still to come
        self._nodes: list[tuple[Chance | Choice, int]] = []  # for each answer, its node and its weight

    def pool(self, name: str, throw: Throw[X], /) -> X:
        """The next score on this path."""
        if self._at == len(self._answers):
            self._branch(throw.odds())
        score: X = self._next_answer()
        return score

    def call(self, rule: Callable[..., X], /, *args: Any, **kwargs: Any) -> X:
        """The next result of the called rule, or the rule itself as a part of this step if it decides something."""
        if self._at == len(self._answers):
            try:
                self._branch(self._pricing.odds(rule, args, kwargs))
            except Undecided:
                self._remember(INLINED, iter(()), Chance(), 1)
        answer: Any = self._next_answer()
        return rule(self, *args, **kwargs) if answer is INLINED else answer

    def choose(self, who: str, question: str, choices: Sequence[X], /) -> X:
        """The next choice on this path, or what the policy says."""
        if who not in self._sides:
            return self._pricing.decide(who, question, choices)
        if self._at == len(self._answers):
            seen = tuple(answer for answer in self._answers if answer is not INLINED)
            following = iter([(choice, 1) for choice in choices[1:]])
            self._remember(choices[0], following, Choice(who, question, tuple(choices), seen), 1)
        choice: X = self._next_answer()
        return choice

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of a path."""

    def _branch(self, odds: Odds[Any]) -> None:
        branches = iter(odds.weights.items())
        answer, weight = next(branches)
        self._remember(answer, branches, Chance(odds.total), weight)

    def _remember(self, answer: Any, left: Iterator[tuple[Any, int]], node: Chance | Choice, weight: int) -> None:
        self._answers.append(answer)
        self._left.append(left)
        self._nodes.append((node, weight))

    def _next_answer(self) -> Any:
        self._at += 1
        return self._answers[self._at - 1]

    def tree(self, run: Callable[["TreeDice"], Any], spend: Callable[[], None]) -> Node:
        """All paths of one step."""
        while True:
            spend()
            self._at = 0
            node: Node = Leaf(run(self))
            while self._nodes:
                above, weight = self._nodes[-1]
                if isinstance(above, Choice):
                    above.branches.append(node)
                else:
                    above.branches.append((self._answers[-1], weight, node))
                following = next(self._left[-1], None)
                if following is not None:
                    self._answers[-1], self._nodes[-1] = following[0], (above, following[1])
                    break
                node = above
                self._nodes.pop()
                self._left.pop()
                self._answers.pop()
            else:
                return node


def leaves(node: Node) -> Iterator[Any]:
    """Every state a step can lead to."""
    if isinstance(node, Leaf):
        yield node.state
    elif isinstance(node, Chance):
        for _, _, branch in node.branches:
            yield from leaves(branch)
    else:
        for branch in node.branches:
            yield from leaves(branch)


def decisions_in(node: Node) -> Iterator[Choice]:
    """The decisions in a tree, in order of play."""
    if isinstance(node, Chance):
        for _, _, branch in node.branches:
            yield from decisions_in(branch)
    elif isinstance(node, Choice):
        yield node
        for branch in node.branches:
            yield from decisions_in(branch)

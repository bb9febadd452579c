"""All the ways one step of a rule can go, as a tree of chances and choices."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.dice import Odds, Throw
from rulewright.readings.policy import Undecided

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing

__all__ = ["Chance", "Choice", "Leaf", "Node", "TreeDice", "decisions_in", "leaves"]

X = TypeVar("X", bound=Hashable)


@dataclass(slots=True)
class Chance:
    """A throw or called rule: weighted branches out of a total."""

    branches: list[tuple[int, "Node"]] = field(default_factory=list)
    total: int = 1


@dataclass(slots=True, eq=False)
class Choice:
    """A decision: one branch for each choice, and what the dice had shown before it."""

    who: str
    question: str
    choices: tuple[Any, ...]
    seen: tuple[Any, ...]
    branches: list["Node"] = field(default_factory=list)


@dataclass(slots=True)
class Leaf:
    """Where the step leads."""

    state: Any


Node = Chance | Choice | Leaf


class TreeDice:
    """Runs a rule along every path and every choice, and keeps them as a tree."""

    __slots__ = ("_answers", "_at", "_left", "_nodes", "_pricing", "_sides", "options")

    def __init__(self, pricing: "Pricing[Any]", sides: Collection[str]) -> None:
        self.options = pricing.options
        self._pricing = pricing
        self._sides = sides
        self._at = 0
        self._answers: list[Any] = []
        self._left: list[Iterator[tuple[Any, int]]] = []
        self._nodes: list[tuple[Chance | Choice, int]] = []  # with the weight of the branch taken

    def pool(self, name: str, throw: Throw[X], /) -> X:
        """The next score on this path."""
        return self._answer(throw.odds)

    def call(self, rule: Callable[..., X], /, *args: Any, **kwargs: Any) -> X:
        """The next result of the called rule, or the rule itself as a part of this step if it decides something."""
        if self._at < len(self._answers) and not isinstance(self._answers[self._at], _Inlined):
            return self._answer(None)
        if self._at == len(self._answers):
            try:
                odds = self._pricing.odds(rule, args, kwargs)
            except Undecided:  # the decision inside depends on what follows: make it part of this step
                self._remember(_Inlined(), iter(()), Chance())
            else:
                return self._answer(lambda: odds)
        self._at += 1
        return rule(self, *args, **kwargs)

    def choose(self, who: str, question: str, choices: Sequence[X], /) -> X:
        """The next choice on this path, or what the policy says for a side without an aim."""
        if who not in self._sides:
            return self._pricing.decide(who, question, choices)
        if self._at == len(self._answers):
            seen = tuple(answer for answer, (node, _) in zip(self._answers, self._nodes, strict=True))
            seen = tuple(answer for answer in seen if not isinstance(answer, _Inlined))
            branches = iter([(choice, 1) for choice in choices])
            self._remember(next(branches)[0], branches, Choice(who, question, tuple(choices), seen))
        return self._answer(None)

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """Nobody reads the breakdown of a path."""

    def _answer(self, odds: Callable[[], Odds[X]] | None) -> X:
        if self._at == len(self._answers):
            assert odds is not None
            priced = odds()
            branches = iter(priced.weights.items())
            answer, weight = next(branches)
            self._remember(answer, branches, Chance(total=priced.total), weight)
        found: X = self._answers[self._at]
        self._at += 1
        return found

    def _remember(self, answer: Any, left: Iterator[tuple[Any, int]], node: Chance | Choice, weight: int = 1) -> None:
        self._answers.append(answer)
        self._left.append(left)
        self._nodes.append((node, weight))

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
                    above.branches.append((weight, node))
                following = next(self._left[-1], None)
                if following is not None:
                    self._answers[-1] = following[0]
                    self._nodes[-1] = (above, following[1])
                    break
                node = above
                self._nodes.pop()
                self._left.pop()
                self._answers.pop()
            else:
                return node


class _Inlined:
    """Marks a called rule that decides something and so runs as part of its caller."""


def leaves(node: Node) -> Iterator[Any]:
    """Every state a step can lead to."""
    if isinstance(node, Leaf):
        yield node.state
    elif isinstance(node, Chance):
        for _, branch in node.branches:
            yield from leaves(branch)
    else:
        for branch in node.branches:
            yield from leaves(branch)


def decisions_in(node: Node) -> Iterator[Choice]:
    """The decisions in a tree, in order of play."""
    if isinstance(node, Chance):
        for _, branch in node.branches:
            yield from decisions_in(branch)
    elif isinstance(node, Choice):
        yield node
        for branch in node.branches:
            yield from decisions_in(branch)

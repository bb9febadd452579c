"""All the ways one step of a rule can go, as a tree of chances and choices."""

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.dice import Odds, Throw
from rulewright.readings.paths.replay import Replay, odds_of_throw
from rulewright.readings.policy import Undecided
from rulewright.rules.rule import NEVER_ENDS, PlayNeverEnds

if TYPE_CHECKING:
    from rulewright.readings.odds import Pricing


X = TypeVar("X", bound=Hashable)


@dataclass(slots=True)
class Chance:
    """A throw or called rule: for each answer its weight out of a total, and the node that follows."""

    total: int = 1
    branches: "list[tuple[Any, int, Node]]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ChoiceNode:
    """A decision: one branch for each choice, and the dice before it."""

    who: str
    question: str
    choices: tuple[Any, ...]
    seen: tuple[Any, ...]
    branches: "list[Node]" = field(default_factory=list)


@dataclass(slots=True)
class Leaf:
    """Where the step leads."""

    state: Any


Node = Chance | ChoiceNode | Leaf


class Everyone:
    """A set that contains every side."""

    def __contains__(self, who: object) -> bool:
        return True


class _Inlined:
    """The answer of a called rule that decides something: it runs as part of its caller."""


INLINED = _Inlined()


class TreeDice(Replay):
    """Runs a rule along every path and every choice, and keeps them as a tree.

    The decisions of `sides` are branches; all others follow the policy.
    """

    __slots__ = ("_nodes", "_pricing", "_sides", "options")

    def __init__(self, pricing: "Pricing[Any]", sides: Container[str]) -> None:
        super().__init__()
        self.options = pricing.options
        self._pricing = pricing
        self._sides = sides
        self._nodes: list[Chance | ChoiceNode] = []  # for each answer, its node

    def pool(self, name: str, throw: Throw[X], /) -> X:
        """The next score on this path."""
        if self.at == len(self.answers):
            self._chance(odds_of_throw(throw))
        score: X = self._next_answer()
        return score

    def call(self, rule: Callable[..., X], /, *args: Any, **kwargs: Any) -> X:
        """The next result of the called rule, or the rule itself as a part of this step if it decides something."""
        if self.at == len(self.answers):
            try:
                self._chance(self._pricing.odds(rule, args, kwargs))
            except Undecided:
                self.branch([(INLINED, 1)])
                self._nodes.append(Chance())
        answer: Any = self._next_answer()
        if answer is NEVER_ENDS:
            raise PlayNeverEnds
        return rule(self, *args, **kwargs) if answer is INLINED else answer

    def choose(self, who: str, question: str, choices: Sequence[X], /) -> X:
        """The next choice on this path, or the policy's choice."""
        if who not in self._sides:
            return self._pricing.decide(who, question, choices)
        if self.at == len(self.answers):
            seen = tuple(answer for answer in self.answers if answer is not INLINED)
            self.branch([(choice, 1) for choice in choices])
            self._nodes.append(ChoiceNode(who, question, tuple(choices), seen))
        choice: X = self._next_answer()
        return choice

    def note(self, name: str, value: object, /, *cites: str) -> None:
        """No breakdown is kept of a path."""

    def _chance(self, odds: Odds[Any]) -> None:
        self.branch(odds.weights.items())
        self._nodes.append(Chance(odds.total))

    def _next_answer(self) -> Any:
        self.at += 1
        return self.answers[self.at - 1]

    def tree(self, run: Callable[["TreeDice"], Any], spend: Callable[[], None]) -> Node:
        """All paths of one step."""
        while True:
            spend()
            self.at = 0
            try:
                node: Node = Leaf(run(self))
            except PlayNeverEnds:
                node = Leaf(NEVER_ENDS)
            while self._nodes:
                above = self._nodes[-1]
                if isinstance(above, ChoiceNode):
                    above.branches.append(node)
                else:
                    above.branches.append((self.answers[-1], self.marks[-1], node))
                if self.turn():
                    break
                node = self._nodes.pop()
                self.drop()
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


def decisions_in(node: Node) -> Iterator[ChoiceNode]:
    """The decisions in a tree, in order of play."""
    if isinstance(node, Chance):
        for _, _, branch in node.branches:
            yield from decisions_in(branch)
    elif isinstance(node, ChoiceNode):
        yield node
        for branch in node.branches:
            yield from decisions_in(branch)

"""Best play of a repeated step: few states path by path, many in columns; a step unfit for columns path by path."""

from collections.abc import Container, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.dice import Odds
from rulewright.readings.chances import Chances
from rulewright.readings.graph.chain import Flow, Number, TooMany, explored, flow_of_chain
from rulewright.readings.graph.steps import Steps, solve_steps
from rulewright.readings.graph.tree_values import TreeValues, Values
from rulewright.readings.paths.tree import Chance, ChoiceNode, Leaf, Node, decisions_in, leaves
from rulewright.rules import Repeat

if TYPE_CHECKING:
    from rulewright.readings.graph.best_play import BestPlay
    from rulewright.readings.odds import Pricing

X = TypeVar("X", bound=Hashable)
FEW_PATHS = 3_000  # up to this many paths are faster one by one than in columns
_NOBODY = ""  # sides without an aim, to whom all ends are worth the same


@dataclass(frozen=True)
class Decision(Generic[X]):
    """One decision of best play: the value of each choice to the side that decides.

    `values` has the value of each choice to every side.
    """

    state: X
    who: str
    question: str
    seen: tuple[Any, ...]  # the dice of this step before the decision
    worth: tuple[tuple[Any, Number], ...]
    best: Any
    values: tuple[Mapping[str, Number], ...] = ()


class Search(Generic[X]):
    """Values and choices from successive positions; results are cached.

    `deciding` are the sides whose decisions are left open. A side among them without an aim takes the first choice;
    other sides follow the policy.
    """

    def __init__(
        self,
        pricing: "Pricing[Any]",
        repeat: Repeat[Any, X, Any],
        context: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
        exact: bool = False,
        deciding: Container[str] | None = None,
    ) -> None:
        self.sides = tuple(repeat.aims)
        self.exact = exact
        self.repeat = repeat
        self._context = context
        self._kwargs = kwargs or {}
        self._pricing = pricing
        self._steps = Steps(pricing, repeat, context, self._kwargs, self.sides if deciding is None else deciding)
        self._values: TreeValues[X] = TreeValues(self.sides, exact)
        self.pricing = self._steps.pricing
        self._order: list[tuple[X, ...]] = []
        self._solved: BestPlay | None = None  # the result in columns of the last run
        self._columns: BestPlay | None = None  # the same until `_known` has copied its values

    def run(self, start: X, few: int | None = FEW_PATHS, prune: bool = False) -> None:
        """Solves from `start`: more than a `few` paths in columns, if `few` is given.

        `prune` leaves out states that are hardly ever reached.
        """
        try:
            self._by_paths(start, None if self.exact else few)
        except TooMany:
            call = ((start, *self._context), self._kwargs)
            self._columns = self._solved = self._pricing.best_in_columns(self.repeat, call, prune)
            if self._columns is None:
                self._by_paths(start, None)

    def _by_paths(self, start: X, at_most: int | None) -> None:
        if at_most == 0:
            raise TooMany
        known, trees, budget = self._values.of_states, self._steps.trees, self._steps.pricing.budget
        order = [scc for scc in self._steps.explored(start, known, at_most) if scc[0] not in known]
        self._order += reversed(order)
        going = [state for scc in order for state in scc if state in trees]
        for scc in order:
            if scc[0] not in trees:
                known[scc[0]] = self._worth(scc[0])
        if not going:
            return
        ends = dict.fromkeys(leaf for state in going for leaf in leaves(trees[state]))
        values, taken = solve_steps(
            {state: trees[state] for state in going},
            {state: (0.0, *map(float, known[state])) for state in ends if state in known},
            (_NOBODY, *self.sides),
            lambda state: (0.0, *map(float, self._worth(state))),
            budget,
        )
        self._values.taken.update(taken)
        if self.exact:
            self._values.make_exact(order, trees, self._worth, budget)
        else:
            known.update((state, worth[1:]) for state, worth in values.items())

    def _worth(self, state: X) -> Values:
        number: Any = Fraction if self.exact else float
        return tuple(number(aim(state)) for aim in self.repeat.aims.values())

    def _known(self) -> TreeValues[X]:
        """The values of all known states, those found in columns too."""
        if self._columns is not None:
            values = self._columns.worth_of_states()
            self._columns = None
            self._values.of_states.update(values)
            self._order += [(state,) for state in values]
            for state, tree in self._steps.trees.items():
                if state in values:
                    self._values.improve(tree)
        return self._values

    # --- results ---

    def knows(self, state: X) -> bool:
        """Whether the value of a state is known."""
        return state in self._known().of_states

    def values_at(self, state: X) -> dict[str, Number]:
        """The value of a state to each side."""
        play = self._columns
        if play is not None and state == play.graph.states.values([first := int(play.graph.starts[0])])[0]:
            return dict(zip(self.sides, play.values[:, first].tolist(), strict=True))
        return dict(zip(self.sides, self._known().of_states[state], strict=True))

    def flow(self, start: X) -> Flow:
        """Where best play from `start` ends; `start` is the position of the last run."""
        if self._solved is not None:
            from rulewright.readings.graph.flow import float_flow

            return float_flow(self._solved.chain())
        chain = explored(start, self.step_at, self.repeat.until)
        if self.exact:
            return flow_of_chain(chain)
        from rulewright.readings.graph.flow import float_flow
        from rulewright.readings.graph.graph import graph_of_chain

        return float_flow(graph_of_chain(chain))

    def step_at(self, state: X) -> Odds[X]:
        """The odds of the step from a state under best play."""
        return Odds(*self._known().row(self.tree_at(state)))

    def steps(self, start: X) -> Mapping[X, Odds[X] | Chances[X]]:
        """The odds of the step from each state that best play reaches from `start`, the position of the last run."""
        if self._solved is not None:
            return dict(self._solved.steps())
        chain = explored(start, self.step_at, self.repeat.until)
        states = chain.states
        return {
            states[at]: Odds({states[to]: weight for to, weight in leads.items()}, total)
            for at, (leads, total) in chain.rows.items()
        }

    def tree_at(self, state: X) -> Node:
        """The tree of the step from a known state, with every choice taken."""
        known = self._known()
        tree = self._steps.trees.get(state)
        if tree is None:
            tree = self._steps.grow(state)
            known.improve(tree)
        return tree

    def taken(self, choice: ChoiceNode) -> Any:
        """The choice taken at a decision."""
        return choice.choices[self._values.taken[choice]]

    def decisions(self) -> list[Decision[X]]:
        """Every decision, in order of play."""
        self._known()
        return [decision for scc in self._order for state in scc for decision in self.decisions_at(state)]

    def decisions_at(self, state: X) -> list[Decision[X]]:
        """The decisions in one step from a known state, in order of play."""
        if self.repeat.until(state):
            return []
        own = [choice for choice in decisions_in(self.tree_at(state)) if choice.who in self.sides]
        return [self._decision(state, choice) for choice in own]

    def _decision(self, state: X, choice: ChoiceNode) -> Decision[X]:
        values = tuple(dict(zip(self.sides, self._values.of(branch), strict=True)) for branch in choice.branches)
        worth = tuple((option, own[choice.who]) for option, own in zip(choice.choices, values, strict=True))
        return Decision(state, choice.who, choice.question, choice.seen, worth, self.taken(choice), values)

    def first_decisions(self, start: X) -> list[tuple[Decision[X], Fraction]]:
        """The decisions that can come up first, each with the chance that it does."""
        states: dict[ChoiceNode, X] = {}

        def step(state: Any) -> Odds[Any]:
            found: list[tuple[Any, Fraction]] = []
            for node, share in _until_a_choice(self.tree_at(state), Fraction(1)):
                if isinstance(node, ChoiceNode):
                    states[node] = state
                found.append((node.state if isinstance(node, Leaf) else node, share))
            return Odds.of_fractions(found)

        over = self.repeat.until
        chain: Any = explored(start, step, lambda at: isinstance(at, ChoiceNode) or over(at))
        reached = flow_of_chain(chain).chances()
        return [(self._decision(states[at], at), share) for at, share in reached.items() if isinstance(at, ChoiceNode)]


def _until_a_choice(node: Node, share: Fraction) -> Iterator[tuple[ChoiceNode | Leaf, Fraction]]:
    if isinstance(node, Chance):
        for _, weight, branch in node.branches:
            yield from _until_a_choice(branch, share * Fraction(weight, node.total))
    else:
        yield node, share

"""A duel as a model for another solver: explicit states in DRN, the format of the model checker Storm."""

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.game import Game
from rulewright.readings import Budget, Pricing, odds
from rulewright.rules import BadInput
from rulewright.rules.rule import Bound


def duel_as_drn(
    game: Game,
    roll: str,
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    seconds: float | None = None,
) -> str:
    """A duel as a Markov decision process; states in which a side has won are labelled `SIDE_wins`.

    At most one side may decide: with two deciding sides the model is a stochastic game, which few solvers support.
    """
    from rulewright.readings import Node, nodes_of  # numpy

    duel, table = game.duel(roll), game.table_options(options)
    pricing: Pricing[Any] = Pricing(table, budget=Budget(None, seconds))
    begin = Bound(duel.begin, game.roll(roll).arguments(params, table))
    nodes: list[tuple[str, list[list[tuple[float, int]]]]] = [("init", [[]])]
    deciding: set[str] = set()
    for bout, chance in odds(begin, options=table, budget=pricing.budget).items():
        fight: list[Node]
        fight, first, sides = nodes_of(pricing, bout.fight, ((bout.start, *bout.context), {}))
        offset = len(nodes)
        nodes[0][1][0].append((float(chance), offset + first))
        for state, choices in fight:
            winner = None if choices else duel.winner(state)
            label = "" if choices else "over" if winner is None else f"over {winner}_wins"
            moved = [[(share, offset + target) for share, target in one] for one in choices]
            nodes.append((label, moved or [[(1.0, len(nodes))]]))
        deciding |= sides
        if len(deciding) > 1:
            raise BadInput(f"two sides decide in {roll}: only one may, so say how the other plays")
    return "\n".join(_drn(nodes)) + "\n"


def _drn(nodes: list[tuple[str, list[list[tuple[float, int]]]]]) -> Iterator[str]:
    yield from ("@type: MDP", "@parameters", "", "@reward_models", "", "@nr_states", str(len(nodes)))
    yield from ("@nr_choices", str(sum(len(choices) for _, choices in nodes)), "@model")
    for number, (label, choices) in enumerate(nodes):
        yield f"state {number} {label}".rstrip()
        for choice, leads in enumerate(choices):
            yield f"\taction {choice}"
            for share, target in sorted(leads, key=lambda lead: lead[1]):
                yield f"\t\t{target} : {share!r}"

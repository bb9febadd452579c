"""Best play as a table: the move in every position, and when to give up the shield."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Annotated, Literal

from rulewright.games.light_dark.best import BestPlay, problem_for, rounded, start_of
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.solve import Best, BestFight, Number, Position, Problem, best_fight
from rulewright.rules import meaning, rule

_PHASES = {"ready": ("unready", "ready"), "reload": ("loaded", "empty")}


class Policy(BestPlay, frozen=True):
    """A fight, and how its policy is computed."""

    method: Annotated[Literal["float64", "exact"], meaning("how the numbers are computed")] = "float64"


@rule("LD-45", "LD-81", "LD-A27", "LD-A43", "LD-A45", "LD-A46", "LD-A47")
def policy(options: Options, given: Policy) -> dict[str, str]:
    """A table to play by: the best move by HP, Disposition and Ego left.

    Where it matters there are rows for each state of shield, Conditions and weapon, and rows that say
    how much has to get through before the shield is given up.
    """
    problem = problem_for(options, given)
    solution = best_fight(problem, given.method == "exact")
    start = start_of(given, problem)
    found = {
        "method": given.method,
        "value": rounded(solution.best(start)),
        "each row": f"Dark Dice to take at Ego 1 to {problem.max_ego}; b before a burst; a word is another move",
    }
    for words, at in _situations(problem, start):
        found |= _rows(words, range(problem.disposition, 0, -1), at, problem, lambda at: _move(solution.best(at)))
    if problem.shield and problem.may_sacrifice:
        found |= _shield_rows(problem, solution, start)
    return found


@rule("LD-81", "LD-A33", "LD-A43")
def _shield_rows(problem: Problem, solution: BestFight, start: Position) -> dict[str, str]:
    """Rows with the least harm for which to give up the shield.

    If the rival strikes first on 4-5 you decide before your own Effect; there are rows for that.
    """
    found = {"shield goes": "when so much would get through, with this Disposition left after your Effect; - is never"}
    dispositions = range(problem.disposition, -1, -1)
    for words, at in _situations(problem, start):
        if at.shield:
            words = words.replace("shield, ", "shield goes, ")
            found |= _rows(words, dispositions, at, problem, lambda at: _gives_up_at(solution, at, solution.after))
    if problem.order != "rival-first":
        return found
    found["shield goes on 4-5"] = "the same, before your own Effect is rolled"
    for words, at in _situations(problem, start):
        if at.shield:
            words = words.replace("shield, ", "shield goes on 4-5, ")
            found |= _rows(
                words,
                dispositions[:-1],
                at,
                problem,
                lambda at: _gives_up_at(
                    solution, at, lambda at: solution.before_effect(at) if at.hp else solution.after(at)
                ),
            )
    return found


def _situations(problem: Problem, start: Position) -> Iterator[tuple[str, Position]]:
    """Every combination of shield, Conditions and weapon in a fight, with words for what can differ."""
    idle = next((phase.idle for phase in problem.phases if phase.idle is not None), None)
    names = _PHASES[idle.move] if idle is not None else ("",)
    for shield in sorted({problem.shield, False}, reverse=True):
        for conditions in range(problem.conditions, -1, -1):
            for phase, name in enumerate(names):
                words = ("shield, " if shield else "no shield, ") if problem.shield else ""
                words += f"Conditions left {conditions}, " if problem.conditions else ""
                words += f"{name}, " if name else ""
                yield words, start._replace(shield=shield, conditions=conditions, phase=phase)


def _rows(
    words: str, dispositions: Iterable[int], at: Position, problem: Problem, cell: Callable[[Position], str]
) -> dict[str, str]:
    """The cells for each Ego, by HP and Disposition; Dispositions with the same cells share a row."""
    rows: dict[str, str] = {}
    for hp in range(problem.hp, 0, -1):
        lines = [
            (
                disposition,
                " ".join(cell(at._replace(hp=hp, disposition=disposition, ego=ego)) for ego in _egos(problem)),
            )
            for disposition in dispositions
        ]
        for line, alike in groupby(lines, key=lambda one: one[1]):
            same = [disposition for disposition, _ in alike]
            span = f"{same[0]}" if len(same) == 1 else f"{same[-1]} to {same[0]}"
            rows[f"{words}HP {hp}, Disposition {span}"] = line
    return rows


def _egos(problem: Problem) -> range:
    return range(1, problem.max_ego + 1)


def _move(best: Best) -> str:
    if best.move == "act":
        return str(best.dark)
    return f"b{best.dark}" if best.move == "burst" else best.move


@rule("LD-81", "LD-A43")
def _gives_up_at(solution: BestFight, at: Position, worth: Callable[[Position], Number]) -> str:
    """The least harm for which giving up the shield is better than taking it."""
    bare = worth(at._replace(shield=False))
    for harm in range(1, at.hp + 1):
        if solution.is_below(worth(at._replace(hp=at.hp - harm)), bare):
            return str(harm)
    return "-"

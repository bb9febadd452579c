"""The exact chances beside a choice, computed within a short time: a small bar and the likeliest outcomes."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any

from msgspec import Struct

from rulewright.game import Game, find_game
from rulewright.game.outcomes import scale
from rulewright.game.percent import percent
from rulewright.game.plain_data import plain
from rulewright.readings import Budget, OverBudget, odds_from_here
from rulewright.rules import BadInput, Refused
from rulewright.table.events import AnswerAwaited
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.wording import printable, telling

_WIDTH = 16
_SHADES = "░▒▓█"
_MOST_SHOWN = 4


class Patience:
    """Time limits for the odds beside a list: for each, and for all together."""

    def __init__(self, each: float = 0.15, together: float = 0.6) -> None:
        self._each = each
        self._end = monotonic() + together

    def budget(self) -> Budget:
        """The budget for the next action in the list."""
        return Budget(None, max(0.0, min(self._each, self._end - monotonic())))


class ActionChances(Struct, frozen=True):
    """The chances of an action's outcomes, worst first, and the decisions that were assumed."""

    rows: tuple[tuple[str, Fraction], ...]
    assuming: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether only one outcome is possible."""
        return len(self.rows) == 1


def chances(
    game: Game, state: TableState, action: str, params: Mapping[str, Any], budget: Budget
) -> ActionChances | None:
    """The exact chances of an action now; None when they take too long, or the action is not allowed."""
    try:
        rule = game.action_rule(action, scene_of(game, state), params)
    except BadInput:
        return None
    return _priced(lambda dice: rule(dice)[1], state, (), (), budget)


def chances_after(
    game: Game, state: TableState, waits: AnswerAwaited, choice: Any, budget: Budget
) -> ActionChances | None:
    """The exact chances of a pending action after one choice, given the dice already rolled."""
    faces = [die.face for die in waits.dice]
    choices = [tuple(one) if isinstance(one, list) else one for one in (*waits.choices, choice)]
    if waits.what == "action":
        rule = game.action_rule(waits.name, scene_of(game, state), waits.params)
        return _priced(lambda dice: rule(dice)[1], state, faces, choices, budget)
    entry = game.roll(waits.name)
    taken = entry.arguments(waits.params, table_options(state))
    return _priced(lambda dice: entry.rule(dice, **taken), state, faces, choices, budget)


def _priced(
    rule: Callable[[Any], Any], state: TableState, faces: Sequence[int], choices: Sequence[Any], budget: Budget
) -> ActionChances | None:
    try:
        found, decided = odds_from_here(rule, table_options(state), faces, choices, budget)
    except (OverBudget, Refused, BadInput):
        return None
    rows = [(telling(plain(outcome)), chance) for outcome, chance in found.items()]
    assuming = tuple(printable(f"{who}, {question} {choice}") for who, question, choice in decided)
    game = find_game(state.game)
    bar = scale(rows, game.worst_to_best, game.words)
    return ActionChances(tuple((one.label, one.chance) for one in bar), assuming)


def odds_text(found: ActionChances | None) -> str:
    """Chances in one line: `░░░▒▒▒█████  failure 41.7%, success 50.0%, critical 8.3%`; "" if there are none."""
    if found is None or found.certain:
        return ""
    likeliest = sorted(found.rows, key=lambda row: -row[1])[:_MOST_SHOWN]
    words = [f"{label} {percent(chance)}" for label, chance in found.rows if (label, chance) in likeliest]
    more = len(found.rows) - len(likeliest)
    if more:
        words.append(f"{more} more")
    apart = "; " if any("," in label for label, _ in likeliest) else ", "
    return f"{_bar([chance for _, chance in found.rows])}  {apart.join(words)}"


def whole_text(found: ActionChances | None) -> str:
    """The odds in full: certain outcomes too, and the decisions that were assumed."""
    if found is None:
        return ""
    if found.certain:
        return f"{found.rows[0][0]}, certainly"
    return odds_text(found) + (f"  (if {'; '.join(found.assuming)})" if found.assuming else "")


def _bar(parts: Sequence[Fraction]) -> str:
    """One bar divided by the chances of the outcomes, the worst outcome lightest and on the left."""
    bar = ""
    total = Fraction(0)
    for at, chance in enumerate(parts):
        total += chance
        shade = _SHADES[at * (len(_SHADES) - 1) // max(1, len(parts) - 1)]
        bar += shade * (round(total * _WIDTH) - len(bar))
    return bar

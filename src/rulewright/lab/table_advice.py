"""Advice at the table: every choice in a scene that makes sense, solved or simulated to the end of the fight.

A game with fight rules is advised from the position of the fight (`fight_values`). Without them, and where a side's
`using` fixes parameters of an action, every choice is performed and the fight played on by the table's actions.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import monotonic
from typing import Any, Literal

from msgspec import Struct

from rulewright.game import FightStatus, Offer
from rulewright.game.fight_step import BEST, NO_WINNER, Act, Position, Roster, labels
from rulewright.game.fights import Move
from rulewright.game.legal_actions import Wanted
from rulewright.lab import ADVICE_SECONDS
from rulewright.lab.fight_values import PositionAndRules, Weighed, effects, effects_of, weigh, weigh_after
from rulewright.lab.fights import FightSetup, decide, fight_once, fight_roster, perform
from rulewright.lab.intervals import share
from rulewright.lab.scene_chances import position_in, positions_after
from rulewright.lab.table_choices import Choices, choices_of, kinds_of_acts
from rulewright.readings import Budget, Need, OverBudget
from rulewright.rules import BadInput

_MOST_FORCED = 20
_FIRST_FIGHTS = 4
_SAFE = 0.85
"""The share of the allowed time that is planned for."""
EQUAL = 0.05
"""Choices whose chances to win differ by no more are equally good."""
_PLACES = 12
_SAYS_NOTHING = 0.6
"""The width of an interval for a chance that says nothing about it: only a handful of fights came to their end."""
TOO_FEW = "No useful answer: too few fights could be played to their end in the time that there was."
_NAMED = 3
"""How many of the choices that were left out for lack of time are named."""


class TriedChoice(Struct, frozen=True):
    """One choice, with how often the deciding side won and lost after it: low, estimate and high of 95%."""

    choice: str
    wins: tuple[float, float, float]
    loses: tuple[float, float, float]
    action: str = ""
    params: Mapping[str, Any] = {}
    behind: tuple[float, float, float] | None = None
    """How much more often the best choice wins than this one with the same luck: low, estimate and high of 95%."""
    short: tuple[float, float, float] | None = None
    """How much larger the final lead in health is after the best choice: low, estimate and high of 95%."""

    @property
    def is_equal(self) -> bool:
        """Whether the best choice is hardly better than this one."""
        return self.behind is not None and self.behind[2] <= EQUAL


class TableAdvice(Struct, frozen=True):
    """Every choice of a character, best first: solved for best play of both sides, or simulated by the stated plans.

    `left_out` names the choices that were not weighed, because they cannot be listed or for lack of time. `why`
    describes the immediate effects of the best choice.
    """

    who: str
    question: str
    runs: int
    plans: Mapping[str, str]
    tried: tuple[TriedChoice, ...]
    left_out: tuple[str, ...] = ()
    method: Literal["float64", "simulated"] = "simulated"
    why: str = ""

    @property
    def is_useful(self) -> bool:
        """Whether the advice is conclusive: some choice is worse than the best, or all are equally good."""
        others = self.tried[1:]
        return len(self.too_close) < len(others) or all(one.is_equal for one in others)

    @property
    def says_nothing(self) -> bool:
        """Whether too few fights were played: no choice can be told from another, nor how often any of them wins."""
        low, _, high = self.tried[0].wins
        return high - low > _SAYS_NOTHING and (len(self.tried) == 1 or not self.is_useful)

    @property
    def is_clear(self) -> bool:
        """Whether the best choice is better than every other by more than chance explains, or equally good."""
        close = self.too_close
        return all(one.is_equal for one in self.tried[1:] if one.choice in close)

    @property
    def too_close(self) -> tuple[str, ...]:
        """The choices that may be as good as the best, judged by runs with the same luck, else by their intervals."""
        return tuple(one.choice for one in self.tried[1:] if self._may_be_as_good(one))

    def _may_be_as_good(self, one: TriedChoice) -> bool:
        best = self.tried[0]
        if one.behind is not None:
            return one.behind[0] <= 0 and (one.short is None or one.short[0] <= 0)
        return one.wins[2] >= best.wins[0] and one.loses[0] <= best.loses[2]


def _value_order(one: TriedChoice) -> tuple[float, float]:
    """A sort key that puts the best choice first; choices that differ only by rounding are equal."""
    return (-round(one.wins[1], _PLACES), round(one.loses[1], _PLACES))


def _race_order(one: TriedChoice) -> tuple[bool, tuple[float, float]]:
    """A sort key for raced choices: the choice that is behind no other comes first."""
    return one.behind is not None, _value_order(one)


class PendingMove(Struct, frozen=True):
    """An action that waits for a decision: its parameters, the faces rolled and the decisions taken so far."""

    action: str
    params: Mapping[str, Any]
    faces: tuple[int, ...] = ()
    choices: tuple[Any, ...] = ()


def first_choice(setup: FightSetup, scene: Any, random: Random) -> Any:
    """The scene at the first turn with a choice; moves without an alternative are made."""
    for _ in range(_MOST_FORCED):
        _, choices = choices_now(setup, scene)
        if len(choices.moves) != 1 or choices.unlisted:
            return scene
        scene = perform(setup, scene, choices.moves[0], random.getrandbits(64)).outcome[0]
    return scene


def _deadline(budget: Budget | None) -> float:
    """The time by which advice must be ready, a little before the budget ends."""
    given = ADVICE_SECONDS if budget is None or budget.seconds_left is None else budget.seconds_left
    return monotonic() + _SAFE * given


def advise_turn(setup: FightSetup, scene: Any, runs: int = 200, budget: Budget | None = None) -> TableAdvice:
    """Advice on every legal choice of the character whose turn it is, as far as the budget's time allows.

    Between turns it advises the first character whose plan has a legal move.
    """
    deadline, status = _deadline(budget), _status(setup, scene)
    roster = fight_roster(setup, scene)
    if roster is not None and (status.turn or next(iter(status.due), "")) in roster.names:
        return _from_position(setup, scene, status, roster, deadline)
    if setup.is_solved_elsewhere(scene):
        setup = setup.with_plans_elsewhere()
    who, choices = choices_now(setup, scene)
    wanted = {
        words: PendingMove(move.action, move.params)
        for words, move in zip(_labels(choices.moves, who), choices.moves, strict=True)
    }
    return _weighed(setup, scene, who, "what to do", wanted, runs, budget, choices.unlisted)


def _from_position(
    setup: FightSetup, scene: Any, status: FightStatus, roster: Roster[Any], deadline: float
) -> TableAdvice:
    """Advice for the character whose turn it is, from the position of the fight."""
    rules, plans = setup.rules, setup.plans
    position = rules.position_of(scene, setup.options, roster)
    now = PositionAndRules(rules, setup.options, position, roster)
    who = status.turn or roster.names[position.at]
    acts = rules.acts_now(scene, setup.options, position, roster)
    if acts:
        kinds = kinds_of_acts(*now, acts)
        acts = tuple(kinds)
        moves = [one.move(who) for one in acts]
        words = [_with_others(one, alike) for one, alike in zip(labels(acts), kinds.values(), strict=True)]
    else:
        begins = roster.names[position.at] == who and not position.left and not position.end
        moves = [Move(rules.begin if begins else rules.end, {"who": who})]
        words = [moves[0].action]
    found = weigh(now, plans, acts, deadline - monotonic())
    tried = [
        TriedChoice(choice, worth.wins, worth.loses, move.action, move.params, worth.behind, worth.short)
        for choice, worth, move in zip(words, found.worth, moves, strict=True)
    ]
    order = sorted(range(len(tried)), key=lambda at: _race_order(tried[at]))
    done = effects(now, acts[order[0]], found.after(order[0])) if acts else ""
    return _advised(setup, who, "what to do", found, [tried[at] for at in order], done)


def _advised(
    setup: FightSetup, who: str, question: str, found: Weighed, tried: Sequence[TriedChoice], done: str
) -> TableAdvice:
    why = "; ".join(filter(None, [done, ahead(tried, setup.rules.measure)]))
    followed = setup.plans if found.method == "simulated" else dict.fromkeys(setup.plans, BEST)
    return TableAdvice(who, question, found.runs, followed, tuple(tried), method=found.method, why=why)


def _with_others(words: str, alike: Sequence[str]) -> str:
    """A choice in words, with the other targets that it could have as well."""
    return f"{words} (or {', '.join(alike)})" if alike else words


def ahead(tried: Sequence[TriedChoice], measure: str) -> str:
    """How far the best choice is ahead of the next, in words; empty if no difference was measured."""
    if len(tried) < 2:
        return ""
    best, other = tried[0], min(tried[1:], key=_lag)
    if best.wins[0] == best.wins[2]:
        other = tried[1]
        points = 100 * (best.wins[1] - other.wins[1])
        return f"this wins {points:.1f} percentage points more often than “{other.choice}”" if points >= 0.05 else ""
    if other.behind is None:
        return ""
    low, points, high = (100 * number for number in other.behind)
    interval = f"with the same luck ({low:.1f} to {high:.1f})"
    if low > 0:
        return f"this wins {points:.1f} percentage points more often than “{other.choice}” {interval}"
    if other.short is not None and other.short[0] > 0:
        low, points, high = other.short
        interval = f"with the same luck ({low:.1f} to {high:.1f})"
        return f"this ends {points:.1f} {measure} further ahead than “{other.choice}” {interval}"
    if all(one.is_equal for one in tried[1:]):
        return f"all are equally good, within {100 * EQUAL:.0f} percentage points"
    return f"too close to “{other.choice}” to call: {-low:.1f} percentage points worse to {high:.1f} better"


def _lag(one: TriedChoice) -> tuple[bool, float]:
    """A sort key for how far a choice is behind the best; choices that cannot be told apart from it come first."""
    if one.behind is None:
        return False, one.wins[1]
    return one.behind[0] > 0 or (one.short is not None and one.short[0] > 0), one.behind[1]


def _status(setup: FightSetup, scene: Any) -> FightStatus:
    """The status of the current fight; raises unless it is the turn of a member of a side."""
    status = setup.game.fight(scene, setup.options)
    if status is None or status.over:
        raise BadInput("nothing to decide: no fight is going on")
    if status.turn and setup.side_of(status.turn) is None:
        raise BadInput(f"nothing to decide: it is the turn of {status.turn}, who is on none of the sides")
    return status


def choices_now(setup: FightSetup, scene: Any) -> tuple[str, Choices]:
    """The character who decides next, and everything they may do."""
    game, options = setup.game, setup.options
    status = _status(setup, scene)
    if status.turn:
        own_turn = (status.turn, "owner", "turn")
        offers = game.legal_now(scene, options, lambda action, who: (who, action.by, action.when) == own_turn)
        return status.turn, _listed(setup, scene, status.turn, offers)
    members = [(name, one.plan) for one in setup.sides.values() for name in one.members]
    for name, plan in members:
        for move in setup.planned(scene, name, plan):
            if game.refusal(move.action, scene, move.params, options) is None:
                offers = game.legal_now(scene, options, _is(move.action, name))
                return name, _listed(setup, scene, name, offers)
    raise BadInput("nothing to decide: no plan has a legal move")


def _is(action: str, who: str) -> Wanted:
    """A test for this action of this character."""
    return lambda entry, name: (entry.name, name) == (action, who)


def _listed(setup: FightSetup, scene: Any, who: str, offers: list[Offer]) -> Choices:
    return choices_of(setup.game, scene, setup.options, offers, setup.sides[setup.side_of(who) or ""].using)


def advise_pending(
    setup: FightSetup, scene: Any, waiting: PendingMove, runs: int = 200, budget: Budget | None = None
) -> TableAdvice:
    """Advice on every choice of a decision that an action waits for, within the budget's time."""
    deadline, need = _deadline(budget), _need(setup, scene, waiting)
    who = need.who or ""
    if setup.side_of(who) is None:
        raise BadInput(f"nothing to decide: {who} is on none of the sides")
    wanted = {
        str(choice): PendingMove(waiting.action, waiting.params, waiting.faces, (*waiting.choices, choice))
        for choice in need.choices
    }
    roster = fight_roster(setup, scene)
    if roster is not None:
        return _pending_from_position(setup, scene, roster, who, need.name, wanted, deadline)
    return _weighed(setup, scene, who, need.name, wanted, runs, budget)


def _pending_from_position(
    setup: FightSetup,
    scene: Any,
    roster: Roster[Any],
    who: str,
    question: str,
    wanted: Mapping[str, PendingMove],
    deadline: float,
) -> TableAdvice:
    """Advice on a decision in the middle of an action, from the positions that it leads to."""
    rules, options, side = setup.rules, setup.options, setup.side_of(who) or ""
    now = PositionAndRules(rules, options, rules.position_of(scene, options, roster), roster)
    each = (deadline - monotonic()) / 4 / len(wanted)
    afters = {choice: _positions_after(setup, roster, scene, one, each) for choice, one in wanted.items()}
    seconds = deadline - monotonic()
    found = weigh_after(now, setup.plans, list(afters.values()), side, seconds)
    tried = [
        TriedChoice(choice, worth.wins, worth.loses, behind=worth.behind, short=worth.short)
        for choice, worth in zip(afters, found.worth, strict=True)
    ]
    tried.sort(key=_race_order)
    done = effects_of(now, afters[tried[0].choice])
    return _advised(setup, who, question, found, tried, done)


def _positions_after(
    setup: FightSetup, roster: Roster[Any], scene: Any, one: PendingMove, seconds: float
) -> dict[Position[Any], float]:
    """The chance of every position after a choice; a sample of them where there are too many for the time.

    Later decisions take the first choice, since best play is not known yet.
    """
    until = monotonic() + seconds
    try:
        return positions_after(setup, roster, scene, one.action, one.params, one.faces, one.choices, seconds / 2)
    except OverBudget:
        found: Counter[Position[Any]] = Counter()
        while not found or monotonic() < until:
            after = _carried_out(setup, scene, one, found.total(), lambda need: need.choices[0])
            found[position_in(setup, roster, after)] += 1
        return {position: count / found.total() for position, count in found.items()}


def _need(setup: FightSetup, scene: Any, waiting: PendingMove) -> Need:
    try:
        setup.game.act(
            waiting.action,
            scene,
            waiting.params,
            setup.options,
            choices=list(waiting.choices),
            random=_RecordedSource(waiting.faces, 0),
        )
    except Need as need:
        if need.choices:
            return need
    raise BadInput(f"nothing to decide: {waiting.action} waits for no decision")


def chance_after(
    setup: FightSetup, scene: Any, side: str, waiting: PendingMove, runs: int, seed: int
) -> tuple[float, float, float]:
    """How often a side wins after an action, over all its dice."""
    return share(_winners(setup, scene, waiting, range(runs), seed)[side], runs)


def _winners(setup: FightSetup, scene: Any, waiting: PendingMove, numbers: range, seed: int = 0) -> Counter[str]:
    """How often each side won, or neither, in the fights with these numbers."""
    won: Counter[str] = Counter()
    for number in numbers:
        # The same numbers for every choice: then only the choice differs, not the dice.
        random = Random(f"{seed} {number}")
        after = _carried_out(setup, scene, waiting, random.getrandbits(64))
        won[fight_once(setup, random, after).winner] += 1
    return won


def _carried_out(
    setup: FightSetup, scene: Any, waiting: PendingMove, seed: int, decided: Callable[[Need], Any] | None = None
) -> Any:
    """The scene after an action: recorded dice and decisions first, the rest rolled, and decided by plan."""
    choices = list(waiting.choices)
    decided = decided or (lambda need: decide(setup, scene, Move(waiting.action, waiting.params), need))
    while True:
        dice = _RecordedSource(waiting.faces, seed)
        try:
            played = setup.game.act(
                waiting.action, scene, waiting.params, setup.options, choices=list(choices), random=dice
            )
        except Need as need:
            choices.append(decided(need))
            continue
        return played.outcome[0]


class _RecordedSource(Random):
    """A random source that first repeats the recorded faces."""

    def __init__(self, faces: Sequence[int], seed: int) -> None:
        super().__init__(seed)
        self._faces = list(faces)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The next recorded face, or a new one."""
        return self._faces.pop(0) - 1 if self._faces else super().randrange(start, stop, step)


def _weighed(
    setup: FightSetup,
    scene: Any,
    who: str,
    question: str,
    wanted: Mapping[str, PendingMove],
    runs: int,
    budget: Budget | None,
    unlisted: Sequence[str] = (),
) -> TableAdvice:
    """Simulates every choice in batches that double, up to `runs` fights each.

    When time runs out, a batch that did not reach every choice is dropped; if it is the first, only the
    choices that it reached are weighed, and the others are named.
    """
    if not wanted:
        raise BadInput(f"nothing to decide: {who} has no legal choice that can be listed")
    side = setup.side_of(who) or ""
    won: dict[str, Counter[str]] = {choice: Counter() for choice in wanted}
    made = 0
    while made < runs:
        numbers = range(made, min(runs, 2 * made or _FIRST_FIGHTS))
        this_round: dict[str, Counter[str]] = {}
        for choice in won:
            if (this_round or made) and budget is not None and budget.seconds_left == 0:
                break
            this_round[choice] = _winners(setup, scene, wanted[choice], numbers)
        if made and len(this_round) < len(won):
            break
        won = {choice: won[choice] + more for choice, more in this_round.items()}
        made = numbers.stop
    tried = [_tried(choice, wanted[choice], side, winners, made) for choice, winners in won.items()]
    tried.sort(key=_value_order)
    no_time = [choice for choice in wanted if choice not in won]
    return TableAdvice(who, question, made, setup.plans, tuple(tried), (*unlisted, *_no_time_for(no_time)))


def _tried(choice: str, done: PendingMove, side: str, winners: Counter[str], made: int) -> TriedChoice:
    wins, loses = share(winners[side], made), share(made - winners[side] - winners[NO_WINNER], made)
    if done.choices:  # a decision in the middle of an action
        return TriedChoice(choice, wins, loses)
    return TriedChoice(choice, wins, loses, done.action, done.params)


def _no_time_for(choices: Sequence[str]) -> tuple[str, ...]:
    if not choices:
        return ()
    more = f" and {len(choices) - _NAMED} more" if len(choices) > _NAMED else ""
    return (f"for lack of time: {', '.join(choices[:_NAMED])}{more}",)


def _labels(moves: Sequence[Move], who: str) -> tuple[str, ...]:
    """Each move of a character in words."""
    return labels(tuple(Act.made_by(who, move) for move in moves))

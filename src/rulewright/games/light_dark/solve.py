"""Best play of a fight: what to do in every position, exactly or in float64.

A position is Disposition, HP, Ego, shield, Conditions left and phase. Only a Condition ever raises
anything (and it is used up), so positions are solved from the bottom up; a turn that changes
nothing, or a round through two phases, is divided out. The chances come from the rules of a turn
themselves: `push`, `effect_up_to`, `order_of`, `end_of`.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from rulewright.dice import Odds
from rulewright.games.light_dark.check import push
from rulewright.games.light_dark.data import Order
from rulewright.games.light_dark.effects import EffectDie, effect_up_to
from rulewright.games.light_dark.fight import end_of, order_of
from rulewright.games.light_dark.harm import through
from rulewright.games.light_dark.options import Options
from rulewright.readings import odds
from rulewright.rules import rule

Number = Fraction | float
Move = Literal["act", "burst", "ready", "reload", "condition"]
_NEAR = 1e-9
"""Moves whose float values lie this near are compared exactly."""
_SAME = 1e-12
"""Float values that lie this near are taken to be equal."""


class Phase(Struct, frozen=True):
    """A phase of the weapon: what can be done in it, in the order in which ties are settled."""

    shots: tuple["Shot", ...] = ()
    idle: "Idle | None" = None


class Shot(Struct, frozen=True):
    """Acting in a phase: Light Dice, Effect dice, and the phase it leads to."""

    move: Literal["act", "burst"]
    light: int
    die: EffectDie
    leads_to: int


class Idle(Struct, frozen=True):
    """Readying or reloading, and the phase it leads to."""

    move: Literal["ready", "reload"]
    leads_to: int


class Problem(Struct, frozen=True):
    """A fight to be played as well as it can be."""

    options: Options
    disposition: int
    hp: int
    shield: bool
    conditions: int
    max_ego: int
    dark_max: int
    may_sacrifice: bool
    any_end: bool
    ego_value: Fraction
    hp_value: Fraction
    phases: tuple[Phase, ...]
    order: Order
    rival: EffectDie | None
    armour: str
    one_action: bool
    cap: int


class Position(NamedTuple):
    """Where a fight stands between two turns."""

    disposition: int
    hp: int
    ego: int
    shield: bool
    conditions: int
    phase: int = 0


class Best(Struct, frozen=True):
    """What to do in a position, and what it is worth."""

    value: Number
    move: Move
    dark: int


class _Way(NamedTuple):
    """A move: worth `gain` + `back` x the value of phase `to` of the same position."""

    move: Move
    dark: int
    gain: Number
    back: Number
    to: int


class Solution:
    """Best play in every position that a fight can come to."""

    def __init__(self, problem: Problem, exact: bool, guide: "Solution | None" = None) -> None:
        self.problem = problem
        self.exact = exact
        self.best: dict[Position, Best] = {}
        self.near: dict[Position, tuple[tuple[Move, int], ...]] = {}
        self._guide = guide  # float values that leave out moves which are clearly worse
        self._number: type[Fraction] | type[float] = Fraction if exact else float
        self._harm = {shield: self._harms(shield) for shield in {problem.shield, False}}
        self._pushes: dict[tuple[int, int, int], list[tuple[int, int, Number]]] = {}
        self._effects: dict[EffectDie, tuple[list[Number], list[Number]]] = {}
        self._shared: dict[tuple[object, ...], Number] = {}
        self._solve()

    def _chances(self, found: Odds[int]) -> list[tuple[int, Number]]:
        if self.exact:
            return [(outcome, Fraction(weight, found.total)) for outcome, weight in found.weights.items()]
        return [(outcome, weight / found.total) for outcome, weight in found.weights.items()]

    def _harms(self, shield: bool) -> list[tuple[int, Number]]:
        """How much gets through, cut to the HP of the start."""
        problem = self.problem
        if problem.rival is None:
            return [(0, self._number(1))]
        most = problem.hp + problem.cap  # never more than cap
        found = odds(effect_up_to, problem.rival, problem.cap, most, options=problem.options)
        return self._chances(found.map(lambda effect: min(problem.hp, through(effect, problem.armour, shield))))

    def _effect(self, die: EffectDie) -> tuple[list[Number], list[Number]]:
        """The chance of each Effect below the Disposition of the start, and of each or more."""
        if die not in self._effects:
            problem = self.problem
            found = odds(effect_up_to, die, problem.cap, problem.disposition, options=problem.options)
            each = [self._number(0)] * (problem.disposition + 1)
            for effect, chance in self._chances(found):
                each[effect] = chance
            beyond = list(each)
            for at in range(problem.disposition - 1, -1, -1):
                beyond[at] = beyond[at] + beyond[at + 1]
            self._effects[die] = (each, beyond)
        return self._effects[die]

    def _push(self, light: int, dark: int, ego: int) -> list[tuple[int, int, Number]]:
        """The results of a Risky Action: band, Ego left and chance."""
        key = (light, dark, ego)
        if key not in self._pushes:
            found = odds(push, light, dark, ego, options=self.problem.options)
            weight = (lambda w: Fraction(w, found.total)) if self.exact else (lambda w: w / found.total)
            self._pushes[key] = [(one.band, one.ego, weight(w)) for one, w in found.weights.items()]
        return self._pushes[key]

    def _solve(self) -> None:
        problem = self.problem
        for conditions in range(problem.conditions + 1):
            for disposition in range(1, problem.disposition + 1):
                for hp in range(1, problem.hp + 1):
                    for shield in sorted({False, problem.shield}):
                        for ego in range(1, problem.max_ego + 1):
                            self._settle(Position(disposition, hp, ego, shield, conditions))

    # --- what a turn can come to -----------------------------------------------------------------

    def _terms(self, hp: int, ego: int) -> Number:
        """What Ego and HP are worth at the end."""
        return self._number(self.problem.ego_value * ego + self.problem.hp_value * hp)

    def _judged(self, at: Position, acted: bool) -> Number:
        """The worth of a position once a turn is over."""
        end = end_of(at.disposition, at.hp, at.ego, acted and self.problem.one_action)
        if end == "":
            return self.best[at].value
        won = end.startswith("overcome") if self.problem.any_end else end == "overcome"
        return self._terms(at.hp, at.ego) + won

    @rule("LD-A27")
    def after(self, at: Position, acted: bool = True) -> Number:
        """The worth at the end of a turn; where the table allows it a Condition may save someone at Ego 0."""
        worth = self._judged(at, acted)
        if at.ego == 0 and at.conditions and self.problem.options.condition_at_zero == "yes":
            saved = at._replace(ego=self.problem.max_ego, conditions=at.conditions - 1)
            worth = max(worth, self._judged(saved, acted))
        return worth

    @rule("LD-81", "LD-A43")
    def _hurt(self, at: Position, die: EffectDie | None, acted: bool = True, here: Position | None = None) -> Number:
        """The worth before the Challenge's Effect; the shield goes whenever that is better.

        With `die` the PC's Effect follows. `here` is the position that is being solved: where the
        Effect leaves things as they are its worth is left out.
        """
        worth = self._number(0)
        for harm, chance in self._harm[at.shield]:
            after = at._replace(hp=max(0, at.hp - harm))
            if after == here:
                continue
            kept = self.strike(after, die) if die is not None and after.hp else self.after(after, acted)
            if at.shield and self.problem.may_sacrifice:
                bare = at._replace(shield=False)
                kept = max(kept, self.strike(bare, die) if die is not None else self.after(bare, acted))
            worth += chance * kept
        return worth

    def strike(self, at: Position, die: EffectDie, rival: bool = False) -> Number:
        """The worth before the PC's Effect, with or without the Challenge's to follow."""
        key = (at, die, rival)
        if key in self._shared:
            return self._shared[key]
        each, beyond = self._effect(die)
        answers = rival and self.problem.order != "pc-first"
        done = at._replace(disposition=0)
        worth = beyond[at.disposition] * (self._after_hurt(done) if answers else self.after(done))
        for effect in range(1, at.disposition):
            if each[effect]:
                left = at._replace(disposition=at.disposition - effect)
                worth += each[effect] * (self._after_hurt(left) if rival else self.after(left))
        self._shared[key] = worth
        return worth

    def _after_hurt(self, at: Position) -> Number:
        key = (at,)
        if key not in self._shared:
            self._shared[key] = self._hurt(at, None)
        return self._shared[key]

    def _follows(self, at: Position, band: int, die: EffectDie) -> Number:
        """The worth after a Risky Action, with the Effects still to come."""
        sides = order_of(self.problem.options, self.problem.order, band, at.ego)
        if not sides:
            return self.after(at)
        if sides == ("rival", "pc"):
            return self._hurt(at, die)
        if sides == ("rival",):
            return self._after_hurt(at)
        return self.strike(at, die, rival="rival" in sides)

    # --- moves ------------------------------------------------------------------------------------

    def worths(self, at: Position) -> list[tuple[Move, int, Number]]:
        """What every move and number of Dark Dice is worth in a position, near the best or not."""
        ways = [list(self._ways(at._replace(phase=phase), every=True)) for phase in range(len(self.problem.phases))]
        forever = self._terms(at.hp, at.ego)
        return [(way.move, way.dark, self._lasting(way, at.phase, ways, forever)) for way in ways[at.phase]]

    def _ways(self, at: Position, every: bool = False) -> Iterator[_Way]:
        """The moves of a phase that may be best, or every one, in the order in which ties are settled."""
        phase = self.problem.phases[at.phase]
        zero, one = self._number(0), self._number(1)
        for shot in phase.shots:
            known: dict[tuple[int, int], Number] = {}
            for dark in range(self.problem.dark_max + 1):
                if (every or self._wanted(at, shot.move, dark)) and (
                    shot.light + dark or self.problem.options.zero_dice != "forbid"
                ):
                    yield from self._with_shield(at, self._shoot(at, shot, dark, known))
        if phase.idle is not None and (every or self._wanted(at, phase.idle.move, 0)):
            there = at._replace(phase=phase.idle.leads_to)
            if self.problem.options.ready_cost == "free" or self.problem.rival is None:
                yield _Way(phase.idle.move, 0, zero, one, there.phase)
            else:
                worth = self._hurt(there, None, acted=False, here=there)
                way = _Way(phase.idle.move, 0, worth, self._unhurt(at.shield), there.phase)
                yield from self._with_shield(at, way)
        if at.conditions and at.ego < self.problem.max_ego and (every or self._wanted(at, "condition", 0)):
            fresh = at._replace(ego=self.problem.max_ego, conditions=at.conditions - 1)
            yield _Way("condition", 0, self.best[fresh].value, zero, at.phase)

    def _with_shield(self, at: Position, way: _Way) -> Iterator[_Way]:
        """A move; and the same move with the shield given up even to an Effect that would not get through."""
        yield way
        if at.shield and self.problem.may_sacrifice and self.problem.rival is not None and way.back:
            bare = self.best[at._replace(shield=False, phase=way.to)].value
            yield way._replace(gain=way.gain + way.back * bare, back=self._number(0))

    def _wanted(self, at: Position, move: Move, dark: int) -> bool:
        return self._guide is None or (move, dark) in self._guide.near[at]

    def _unhurt(self, shield: bool) -> Number:
        return next((chance for harm, chance in self._harm[shield] if harm == 0), self._number(0))

    def _shoot(self, at: Position, shot: Shot, dark: int, known: dict[tuple[int, int], Number]) -> _Way:
        """A shot with so many Dark Dice; `known` keeps what each result is worth for the next number of dice."""
        gain, back = self._number(0), self._number(0)
        for band, ego, chance in self._push(shot.light, dark, at.ego):
            stays = ego == at.ego and band == 0 and not self.problem.one_action
            worth = known.get((band, ego))
            if worth is None:
                after = at._replace(ego=ego, phase=shot.leads_to)
                # Only a failure can leave everything as it is.
                worth = self._hurt(after, None, here=after) if stays else self._follows(after, band, shot.die)
                known[band, ego] = worth
            gain += chance * worth
            if stays:
                back += chance * self._unhurt(at.shield)
        return _Way(shot.move, dark, gain, back, shot.leads_to)

    def _settle(self, start: Position) -> None:
        """The best move in each phase of a position."""
        places = [start._replace(phase=phase) for phase in range(len(self.problem.phases))]
        ways = [list(self._ways(at)) for at in places]
        forever = self._terms(start.hp, start.ego)
        for at, mine in zip(places, ways, strict=True):
            if not mine:
                self.best[at] = Best(forever, "act", 0)
                self.near[at] = ()
                continue
            values = [self._lasting(way, at.phase, ways, forever) for way in mine]
            top = max(values)
            chosen = next(way for way, value in zip(mine, values, strict=True) if not self.is_below(value, top))
            self.best[at] = Best(top, chosen.move, chosen.dark)
            if not self.exact:
                limit = top - _NEAR * max(1.0, float(top))
                self.near[at] = tuple(
                    (way.move, way.dark) for way, value in zip(mine, values, strict=True) if value >= limit
                )

    def is_below(self, value: Number, top: Number) -> bool:
        """Whether a worth is less than another, by more than float64 can be trusted with."""
        return value < top if self.exact else value < top - _SAME * max(1.0, float(top))

    def _lasting(self, way: _Way, phase: int, ways: list[list[_Way]], forever: Number) -> Number:
        """What a move is worth if it is taken whenever this position comes back."""
        if way.back == 0:
            return way.gain
        if way.to == phase:
            return _looped(way.gain, way.back, forever)
        onward = []
        for then in ways[way.to]:
            if then.back == 0:
                onward.append(way.gain + way.back * then.gain)
            elif then.to == way.to:
                onward.append(way.gain + way.back * _looped(then.gain, then.back, forever))
            else:
                onward.append(_looped(way.gain + way.back * then.gain, way.back * then.back, forever))
        return max(onward, default=way.gain + way.back * forever)


def _looped(gain: Number, back: Number, forever: Number) -> Number:
    """A move that comes back to itself: the loop is divided out; one that never ends is worth what is held."""
    return forever if back == 1 else gain / (1 - back)


@lru_cache(maxsize=64)
def solve_in_floats(problem: Problem) -> Solution:
    """Best play in float64."""
    return Solution(problem, exact=False)


@lru_cache(maxsize=64)
def solve_exactly(problem: Problem) -> Solution:
    """Best play in fractions; only moves that float64 cannot tell apart are compared."""
    return Solution(problem, exact=True, guide=solve_in_floats(problem))

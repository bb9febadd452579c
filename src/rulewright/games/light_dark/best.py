"""Best play of a fight, as derived values: its value, the best move now, and the value of every choice."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.dice import fraction_text
from rulewright.game.fight_step import BEST, Act
from rulewright.game.fights import Adviser, Valued
from rulewright.games.light_dark.check import check_ego, ego_limit, refuse_no_dice
from rulewright.games.light_dark.duel import PC, SIDES, Armed, foe_given, one_on_one
from rulewright.games.light_dark.fight import FIGHT
from rulewright.games.light_dark.fight_state import (
    TAKE_CONDITION,
    TURN,
    Doing,
    Fighters,
    Hero,
    Means,
    Standoff,
    WayToAct,
    faced,
    ways_of,
)
from rulewright.games.light_dark.fight_turn import light_now
from rulewright.games.light_dark.harm import check_guard_cap
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import LightChange
from rulewright.games.light_dark.weapons import (
    BURST,
    HEAVY_RANGED,
    MEDIUM_RANGED,
    READIED,
    arm,
    refuse_shield_in_full_hands,
    refuse_unready,
)
from rulewright.readings import Decision, Solver
from rulewright.rules import BadInput, BadParameter, Refused, between, meaning, rule

Number = Fraction | float
Move = Literal["act", "burst", "ready", "reload", "condition"]
_FEW_PATHS = 3_000  # from a position to positions with known values; beyond that the solver works in columns
_SAME = 1e-12
"""Float values this close are taken to be equal."""
_MOST_POSITIONS = 400_000
_FRACTION = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8}|\.[0-9]{1,9})?", re.ASCII)

Choice = Literal["dark", "sacrifice", "ready", "burst"]
Worth = Annotated[str, Meta(max_length=20)]


class ChallengeBestPlay(Armed, frozen=True):
    """A fight for which best play is wanted."""

    dark_max: Annotated[int, between(0, 20, "Dark Dice at most in a turn")] = 6
    max_ego: Annotated[int, between(1, 12, "maximum Ego, which a Condition restores; as `ego` if left out")] = 0
    conditions: Annotated[int, Meta(ge=0, le=1000, description="Conditions the player is willing to take")] = 0
    choices: Annotated[
        tuple[Choice, ...], Meta(max_length=20), meaning("what the player decides; ready and burst fit one weapon each")
    ] = (
        "dark",
        "sacrifice",
    )
    goal: Annotated[Literal["overcome", "overcome-any"], meaning("which ends count as won")] = "overcome"
    ego_value: Annotated[Worth, meaning("what a point of Ego is worth at the end, a fraction such as 1/10")] = "0"
    hp_value: Annotated[Worth, meaning("what a point of HP is worth at the end, a fraction such as 1/20")] = "0"


def check_best_play(given: ChallengeBestPlay, params: Mapping[str, Any], options: Options) -> None:
    """Check what types cannot: the table's limit of Ego, a maximum not below it, and values that are fractions."""
    check_ego(given.ego, options)
    if "max_ego" in params and not given.ego <= given.max_ego <= ego_limit(options):
        raise BadParameter("max_ego", f"a whole number from {given.ego} to {ego_limit(options)}", given.max_ego)
    for name, text in (("ego_value", given.ego_value), ("hp_value", given.hp_value)):
        if _FRACTION.fullmatch(text) is None:
            raise BadParameter(name, "a fraction of 0 or more as text, such as 1/10", text)


@rule("LD-A27", "LD-A42", "LD-A43", "LD-A45", "LD-A47")
def fight_to_solve(options: Options, given: ChallengeBestPlay) -> tuple[Standoff, Fighters]:
    """The start of the fight that parameters describe; raises for values that the rules do not allow."""
    weapon = arm(options, given.weapon, without=(BURST, READIED))
    refuse_shield_in_full_hands(weapon, given.shield)
    readies = "ready" in given.choices and weapon.name == HEAVY_RANGED
    bursts = "burst" in given.choices and weapon.name == MEDIUM_RANGED
    if not readies:
        refuse_unready(options, weapon)
    if options.shield_timing == "before-roll" and given.shield and "sacrifice" in given.choices:
        raise Refused("solve needs after roll: best play with a shield knows the Effect first", "LD-A43")
    foe, threat = foe_given(options, given)
    check_guard_cap(given.cap, given.hp, None)
    way = WayToAct(weapon, given.attribute, given.skill, given.light_mod, given.relevant)
    means = Means(
        ways_of(options, way) if readies or bursts else (way,),
        given.armour,
        given.max_ego or given.ego,
        conditions=tuple((str(number), LightChange()) for number in range(given.conditions)),
        dark_most=given.dark_max if "dark" in given.choices else 0,
        may_sacrifice="sacrifice" in given.choices,
        readies=readies,
        reloads=bursts,
        takes_conditions=True,
    )
    us = Hero(given.hp, given.ego, given.shield)
    refuse_no_dice(options, max(light_now(options, us, means, way) for way in means.ways) + means.dark_most)
    many = foe.left[0] * given.hp * means.max_ego * (1 + given.shield) * (1 + given.conditions) * (1 + readies + bursts)
    if many > _MOST_POSITIONS:
        raise BadInput(f"too many positions to solve: {many:,}, at most {_MOST_POSITIONS:,}")
    return one_on_one(us, means, foe, threat, BEST)


class Best(Struct, frozen=True):
    """The best move in a position, and its value."""

    value: Number
    move: Move
    dark: int


class BestFight:
    """Best play in every reachable position of a fight, computed when it is asked for."""

    def __init__(self, options: Options, given: ChallengeBestPlay, exact: bool) -> None:
        self.options, self.exact = options, exact
        self.start, self.fighters = fight_to_solve(options, given)
        self.means = faced(self.start, self.fighters).means
        ego_value, hp_value = Fraction(given.ego_value), Fraction(given.hp_value)
        any_end = given.goal == "overcome-any"

        def worth(at: Standoff) -> Fraction:
            won = at.foe.left[0] == 0 if any_end else at.end == PC
            return ego_value * at.hero.ego + hp_value * at.hero.hp + won

        fight = FIGHT.fight_on(SIDES).with_aims({PC: worth})
        self._solver: Solver[Standoff] = Solver(fight, self.fighters, options=options, exact=exact, few=_FEW_PATHS)

    def value(self, at: Standoff) -> Number:
        """The value of a position."""
        return self._solver.values(at)[PC]

    def best(self, at: Standoff) -> Best:
        """The best move in a position."""
        acts = FIGHT.acts(self.options, at, self.fighters)
        found = self._decision(at, acts)
        chosen = acts[0] if found is None else acts[[choice for choice, _ in found.worth].index(found.best)]
        return Best(self.value(at), *_move(chosen))

    def worths(self, at: Standoff) -> list[tuple[Move, int, Number]]:
        """The value of every move and number of Dark Dice in a position, with best play after it."""
        acts = FIGHT.acts(self.options, at, self.fighters)
        found = self._decision(at, acts)
        worths = [self.value(at)] if found is None else [worth for _, worth in found.worth]
        return [(*_move(one), worth) for one, worth in zip(acts, worths, strict=True)]

    def _decision(self, at: Standoff, acts: tuple[Act, ...]) -> Decision[Standoff] | None:
        return self._solver.decisions(at)[0] if len(acts) > 1 else None

    def after(self, at: Standoff) -> Number:
        """The value of a position once an action is over."""
        _, _, foe, threat = faced(at, self.fighters)
        failed = foe.left[0] > 0 and threat.facets[0].one_action
        over = replace(at, combatants=(at.combatants[0], replace(foe, failed=(failed,))), left=0)
        return self.value(FIGHT.settled(self.options, over, self.fighters))

    def before_effect(self, at: Standoff) -> Number:
        """The value of a position before the PC's Effect and after the Challenge's."""
        return self.value(replace(at, pending=("pc",), doing=Doing(0, 0).text(), left=0))

    def is_below(self, value: Number, top: Number) -> bool:
        """Whether a value is less than another, by more than the error of float64."""
        return value < top if self.exact else value < top - _SAME * max(1.0, float(top))


def _move(chosen: Act) -> tuple[Move, int]:
    """The name of an act here, and its Dark Dice."""
    if chosen.action == TURN:
        given = dict(chosen.params)
        return "burst" if given.get("burst") else "act", given["dark"]
    return ("condition" if chosen.action == TAKE_CONDITION else cast(Move, chosen.action)), 0


@lru_cache(maxsize=64)
def best_fight(options: Options, given: ChallengeBestPlay, exact: bool) -> BestFight:
    """Best play of a fight, in fractions or in float64."""
    return BestFight(options, given, exact)


class Solved(Struct, frozen=True):
    """The value of best play, exact and rounded, and the move to make now."""

    value: str
    about: str
    move: Move
    dark: int


@rule("LD-45", "LD-81", "LD-A27", "LD-A43", "LD-A45", "LD-A46", "LD-A47")
def solve(options: Options, given: ChallengeBestPlay) -> Solved:
    """The exact value of a fight under best play, and the best move now."""
    fight = best_fight(options, given, exact=True)
    best = fight.best(fight.start)
    return Solved(fraction_text(Fraction(best.value)), rounded(best), best.move, best.dark)


def rounded(best: Best) -> str:
    """A value rounded to six places."""
    return f"{float(best.value):.6f}"


@rule("LD-45", "LD-81", "LD-A27")
def next_move(options: Options, given: ChallengeBestPlay) -> tuple[Valued, ...]:
    """Every move, the best first, with best play after it."""
    fight = best_fight(options, given, exact=True)
    found: dict[str, Fraction] = {}
    for move, dark, worth in fight.worths(fight.start):
        name = f"{move} with {dark} Dark {'Die' if dark == 1 else 'Dice'}" if move in ("act", "burst") else move
        found[name] = max(Fraction(worth), found.get(name, Fraction(worth)))
    return tuple(Valued(name, worth) for name, worth in sorted(found.items(), key=lambda row: -row[1]))


ADVISERS = (Adviser("fight", "chance to overcome it", next_move, check_best_play),)

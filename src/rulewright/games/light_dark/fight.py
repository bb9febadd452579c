"""A fight against a Challenge: its step, one turn, and a fight to its end by a fixed plan."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.fights import Bout
from rulewright.games.light_dark.challenges import (
    ChallengeDice,
    Count,
    Disposition,
    Level,
    effect_die_of,
    is_one_action,
    together,
)
from rulewright.games.light_dark.check import Attempt, light_of, push, refuse_no_dice
from rulewright.games.light_dark.data import DICE, Order
from rulewright.games.light_dark.effects import MOST, Cap, EffectDie, effect_up_to, refuse_low_cap
from rulewright.games.light_dark.harm import (
    Armour,
    CarriesShield,
    Guarded,
    Hp,
    SacrificeAt,
    can_be_hurt,
    check_guard_cap,
    suffer,
)
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.weapons import (
    BURST,
    READIED,
    Arm,
    WeaponName,
    arm,
    refuse_shield_in_full_hands,
    refuse_unready,
)
from rulewright.readings import odds
from rulewright.rules import Dice, Refused, between, meaning, repeat, rule

Side = Literal["pc", "rival"]
KeepEgo = Annotated[int, between(0, 12, "Dark Dice are taken only while Ego is above this")]
Turns = Annotated[int, Meta(ge=1, le=MOST)]
End = Literal[
    "overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing", "stalemate", "no-dice", ""
]


class ChallengeTurn(Attempt, frozen=True):
    """A Risky Action within a Challenge: the dice, the weapon, the Challenge, and the PC's protection."""

    weapon: WeaponName = "1d"
    level: Level = "dangerous"
    count: Count = 1
    disposition: Disposition = None
    challenge_dice: ChallengeDice = None
    hp: Hp = 6
    armour: Armour = "none"
    shield: CarriesShield = False
    sacrifice_at: SacrificeAt = None
    cap: Cap = DICE.cap


class FightPlan(Struct, frozen=True):
    """What stays the same throughout a fight."""

    light: int
    weapon: EffectDie
    order: Order
    rival: EffectDie | None
    armour: str
    one_action: bool
    cap: int
    dark: int
    keep_ego: int = 0
    sacrifice_at: int | None = None
    asked: str = ""
    forks: bool = False
    alternates: bool = False
    calls_stalemate: bool = False


class FightState(Struct, frozen=True):
    """The state of a fight: what each side has left, the Effects pending in this turn, and the end if it is over."""

    disposition: int
    hp: int
    ego: int
    shield: bool
    idle: bool = False  # this turn is spent on readying or reloading
    pending: tuple[Side, ...] = ()
    turns: int | None = None  # left to play; None for no limit
    forked: bool = False
    end: End = ""


@rule("LD-A14", "LD-A34")
def end_of(disposition: int, hp: int, ego: int, last: bool) -> End:
    """The end of a fight after a turn, by Disposition, then Ego, then HP; `last` if no further action follows."""
    if disposition == 0:
        return "overcome-lost" if ego == 0 else "overcome-down" if hp == 0 else "overcome"
    if ego == 0:
        return "lost"
    if hp == 0:
        return "down"
    return "failed" if last else ""


@rule("LD-52", "LD-56", "LD-A31", "LD-A32", "LD-A14")
def order_of(options: Options, order: Order, band: int, ego: int) -> tuple[Side, ...]:
    """Who rolls Effects, in the weapon's order: on 1-3 the Challenge, on 4-5 both, on 6 the PC."""
    if ego == 0 and options.lost_timing == "at-once":
        return ()
    answers = {"fail-and-complication": band < 2, "fail-only": band == 0, "always": True}[options.challenge_effect]
    ours: tuple[Side, ...] = ("pc",) if band > 0 else ()
    theirs: tuple[Side, ...] = ("rival",) if answers else ()
    return theirs + ours if order == "rival-first" else ours + theirs


@rule("LD-A11", "LD-A33")
def is_stuck(options: Options, state: FightState, plan: FightPlan) -> bool:
    """Whether nothing can ever change: no dice to act with, and an Effect that cannot get through."""
    acts = plan.light + dark_now(state, plan) > 0 or options.zero_dice != "fail" or plan.one_action
    return not acts and not can_be_hurt(options, plan.rival, plan.armour, state.shield, plan.sacrifice_at)


@rule("LD-45")
def dark_now(state: FightState, plan: FightPlan) -> int:
    """The Dark Dice of this turn: those of the plan while Ego is above what it keeps."""
    return plan.dark if state.ego > plan.keep_ego else 0


@rule("LD-52", "LD-54", "LD-55", "LD-69", "LD-71", "LD-73", "LD-74", "LD-A33", "LD-A39", "LD-A46", "LD-A47", "LD-A49")
def next_step(dice: Dice[Options], state: FightState, plan: FightPlan) -> FightState:
    """One step of a turn: the Risky Action, readying or reloading, or one side's Effect."""
    options = dice.options
    if not state.pending:
        if state.idle:
            exposed = options.ready_cost == "exposed"
            return _settled(options, _with_pending(state, plan, ("rival",) if exposed else ()), plan)
        dark = dark_now(state, plan)
        if plan.light + dark == 0 and options.zero_dice == "forbid":
            return replace(state, end="no-dice")
        pushed = dice.call(push, plan.light, dark, state.ego)
        sides = order_of(options, plan.order, pushed.band, pushed.ego)
        return _settled(options, _with_pending(replace(state, ego=pushed.ego), plan, sides), plan)
    side, rest = state.pending[0], state.pending[1:]
    if side == "pc":
        done = dice.call(effect_up_to, plan.weapon, plan.cap, state.disposition)
        after = replace(state, disposition=state.disposition - done, pending=rest)
        if plan.order == "pc-first" and after.disposition == 0:
            after = replace(after, pending=(), forked=False)
    else:
        assert plan.rival is not None
        guard = Guarded(state.hp, state.shield)
        hit = dice.call(suffer, plan.rival, plan.cap, guard, plan.armour, plan.sacrifice_at, plan.asked)
        after = replace(state, hp=hit.hp, shield=hit.shield, pending=rest)
        if plan.order == "rival-first" and after.hp == 0:
            after = replace(after, pending=())
    return _settled(options, after, plan)


def _with_pending(state: FightState, plan: FightPlan, sides: tuple[Side, ...]) -> FightState:
    """The state with its pending Effects; a Challenge without dice, or one that forks instead, does no harm."""
    forked = plan.forks and plan.rival is not None and "rival" in sides
    if plan.rival is None or plan.forks:
        sides = tuple(side for side in sides if side != "rival")
    return replace(state, pending=sides, forked=forked)


def _settled(options: Options, state: FightState, plan: FightPlan) -> FightState:
    """Ends the turn once no Effect is pending; the next may be spent on readying or reloading."""
    if state.pending:
        return state
    turns = None if state.turns is None else state.turns - 1
    end = end_of(state.disposition, state.hp, state.ego, plan.one_action and not state.idle)
    after = replace(state, idle=plan.alternates and not state.idle, turns=turns, end=end)
    return judged(options, after, plan)


def judged(options: Options, state: FightState, plan: FightPlan) -> FightState:
    """The state, ended if it is a stalemate or the last turn is over."""
    if state.end:
        return state
    if plan.calls_stalemate and is_stuck(options, state, plan):
        return replace(state, end="stalemate")
    return replace(state, end="ongoing") if state.turns == 0 else state


play_on = repeat(next_step, until=lambda state: state.end != "", never=lambda state: replace(state, end="stalemate"))


@rule("LD-42", "LD-68", "LD-A34", "LD-A42", "LD-A45")
def plan_for(options: Options, given: ChallengeTurn) -> tuple[FightState, FightPlan, Arm]:
    """The start of the fight that parameters describe; refuses what the rules do not allow."""
    weapon = arm(options, given.weapon)
    refuse_shield_in_full_hands(weapon, given.shield)
    refuse_unready(options, weapon)
    foe = together(options, given.level, given.count)
    disposition = foe.disposition if given.disposition is None else given.disposition
    rival = effect_die_of(foe, given.challenge_dice)
    refuse_low_cap(given.cap, disposition, f"Disposition {disposition}")
    check_guard_cap(given.cap, given.hp, given.sacrifice_at)
    light_mod = given.light_mod + weapon.light
    plan = FightPlan(
        light=light_of(options, given.attribute, given.skill, light_mod, given.relevant),
        weapon=weapon.die,
        order=weapon.order,
        rival=rival,
        armour=given.armour,
        one_action=is_one_action(options, foe.level),
        cap=given.cap,
        dark=given.dark,
        sacrifice_at=given.sacrifice_at,
    )
    return FightState(disposition, given.hp, given.ego, given.shield), plan, weapon


@rule("LD-73", "LD-74", "LD-A46", "LD-A47")
def alternating(state: FightState, plan: FightPlan, weapon: Arm) -> tuple[FightState, FightPlan]:
    """A weapon to be readied starts unready and a burst starts loaded; then shots and idle turns alternate."""
    if weapon.name not in (READIED, BURST):
        return state, plan
    return replace(state, idle=weapon.name == READIED), replace(plan, alternates=True)


class Turn(Struct, frozen=True):
    """What is left after one turn."""

    disposition_left: int
    hp_left: int
    ego_left: int
    shield_left: bool
    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing"]


def turn_left(state: FightState) -> Turn:
    """The outcome of a turn."""
    return Turn(state.disposition, state.hp, state.ego, state.shield, state.end)  # type: ignore[arg-type]  # one turn


@rule("LD-42", "LD-52", "LD-54", "LD-56", "LD-64", "LD-65", "LD-A14", "LD-A31", "LD-A32", "LD-A33", "LD-A34")
def challenge_turn(dice: Dice[Options], turn: ChallengeTurn) -> Turn:
    """One Risky Action within a Challenge, and the Effects that follow from it."""
    state, plan, _ = plan_for(dice.options, turn)
    refuse_no_dice(dice.options, plan.light + plan.dark)
    return turn_left(dice.call(play_on, replace(state, turns=1), plan))


class Fight(ChallengeTurn, frozen=True):
    """A Challenge fought with the same plan every turn."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns | None, meaning("the most turns; null for no limit")] = None


class LimitedFight(ChallengeTurn, frozen=True):
    """A Challenge fought for a number of turns at most."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns, meaning("the most turns")] = 10


class FightEnd(Struct, frozen=True):
    """How a fight ended."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing", "stalemate"]
    hp_left: int
    ego_left: int


class FightLength(Struct, frozen=True):
    """How a fight ended and how many turns it took."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing"]
    turns: int


@lru_cache(maxsize=1024)
def _start(options: Options, given: Fight | LimitedFight, calls_stalemate: bool) -> tuple[FightState, FightPlan]:
    state, plan, weapon = plan_for(options, given)
    state, plan = alternating(state, plan, weapon)
    state = replace(state, turns=given.max_turns)
    plan = replace(plan, keep_ego=given.keep_ego, calls_stalemate=calls_stalemate)
    _refuse_turns_without_dice(options, state, plan)
    return judged(options, state, plan), plan


@rule("LD-A11")
def _refuse_turns_without_dice(options: Options, state: FightState, plan: FightPlan) -> None:
    """Refuses a plan that can lead to a turn without dice, if the table forbids those."""
    if options.zero_dice != "forbid" or plan.light > 0:
        return
    if any(end.end == "no-dice" for end in odds(play_on, state, plan, options=options)):
        raise Refused("no dice: this plan can lead to a turn without dice, which this table forbids", "LD-A11")


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A33", "LD-A39", "LD-A45", "LD-A46", "LD-A47")
def fight(dice: Dice[Options], fight: Fight) -> FightEnd:
    """Fight by the same plan every turn until the Challenge is overcome or the PC is down or lost."""
    bout = begin_fight(dice, fight)
    end = dice.call(bout.fight, bout.start, *bout.context)
    return FightEnd(end.end, end.hp, end.ego)


@rule("LD-A33")
def begin_fight(dice: Dice[Options], fight: Fight) -> Bout:
    """A fight before its first turn; one that can never end is a stalemate."""
    state, plan = _start(dice.options, fight, True)
    return Bout(play_on, state, (plan,))


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A39", "LD-A46", "LD-A47")
def fight_length(dice: Dice[Options], fight: LimitedFight) -> FightLength:
    """Fight by the same plan for some turns at most: how it ends, and after how many turns."""
    state, plan = _start(dice.options, fight, False)
    end = dice.call(play_on, state, plan)
    return FightLength(end.end, fight.max_turns - (end.turns or 0))  # type: ignore[arg-type]  # no-dice was refused

"""Stress: sanity checks, the saves against it, recovery, and becoming hardened."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.games.untold_aeons.data import HARDENING, SAVES
from rulewright.games.untold_aeons.limits import daily_loss, is_over, limit_save, stress_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Bonus,
    Characteristic,
    Common,
    Count,
    Points,
    counted,
    flat_successes,
    margin_only,
    opposing_dice,
    pool_dice,
)
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

State = Literal["steady", "shaken", "insane"]
HardenedLevel = Annotated[int, between(0, 40, "hardened level in the category")]
Insane = Annotated[bool, meaning("whether the character is already insane, which includes Shaken")]


class Mind(NamedTuple):
    """The numbers of the saves against stress: the limit, and the stat that is rolled."""

    limit: int
    stat: int


@rule("UA-65", "UA-75", "UA-A20")
def mind_of(options: Options, willpower: int, intellect: int) -> Mind:
    """The limit comes from Willpower; the saves roll Intellect, by ruling Willpower."""
    return Mind(stress_limit(willpower), intellect if options.stress_save_stat == "intellect" else willpower)


def mind_after(shaken: bool, insane: bool) -> State:
    """The state by two flags; insane includes Shaken."""
    return "insane" if insane else "shaken" if shaken else "steady"


@rule("UA-65", "UA-66", "UA-68", "UA-75", "UA-76", "UA-77", "UA-A23", "UA-A24")
def stress_save_due(options: Options, mind: Mind, stress: int, state: State, multiple: int) -> tuple[int, int] | None:
    """After a gain: dice and difficulty of the limit save unless Shaken, of the double-limit save unless insane."""
    spared = state == "insane" if multiple == SAVES.double else state != "steady"
    if spared or not is_over(options, "stress", stress, mind.limit, multiple):
        return None
    return pool_dice(options, mind.stat, shaken=state == "shaken"), stress - multiple * mind.limit


@rule("UA-67", "UA-75")
def state_when_failed(multiple: int) -> State:
    """Failing the limit save makes a character Shaken, failing the double-limit save insane."""
    return "insane" if multiple == SAVES.double else "shaken"


@rule("UA-65", "UA-67", "UA-72", "UA-75", "UA-A23")
def stress_saves(dice: Dice[Options], mind: Mind, stress: int, state: State) -> State:
    """The saves that a gain of stress calls for, and the state they lead to."""
    for multiple in (1, SAVES.double):
        due = stress_save_due(dice.options, mind, stress, state, multiple)
        if due is not None and not dice.call(limit_save, *due):
            state = state_when_failed(multiple)
    return state


@rule("UA-84", "UA-A28")
def stress_taken(amount: int, hardened: int) -> int:
    """Stress is reduced by the hardened level of its category, never below 0."""
    return max(0, amount - hardened)


class StressGain(Parameters, frozen=True, kw_only=True):
    """A gain of stress."""

    willpower: Characteristic
    intellect: Characteristic
    stress: Points
    amount: Points
    hardened: HardenedLevel = 0
    shaken: Annotated[bool, meaning("whether the character is already Shaken")] = False
    insane: Insane = False


class GainedStress(Struct, frozen=True):
    """The new total, and the state it leads to."""

    stress: int
    state: State


@rule("UA-65", "UA-66", "UA-75", "UA-77", "UA-84", "UA-A23")
def gain_stress(dice: Dice[Options], gain: StressGain) -> GainedStress:
    """Stress is added after hardening; above the limit, and above its double, a save follows."""
    gained = stress_taken(gain.amount, gain.hardened)
    state = mind_after(gain.shaken, gain.insane)
    if gained:
        mind = mind_of(dice.options, gain.willpower, gain.intellect)
        state = dice.call(stress_saves, mind, gain.stress + gained, state)
    return GainedStress(gain.stress + gained, state)


class SanityCheck(Common, frozen=True, kw_only=True):
    """The numbers of a sanity check."""

    willpower: Characteristic
    intellect: Characteristic
    difficulty: Annotated[int, between(0, 10, "how severe it is")] = 2
    stress: Points = 0
    hardened: HardenedLevel = 0
    insane: Insane = False


class SanityResult(Struct, frozen=True):
    """How a sanity check went, and its effects."""

    result: Literal["success", "failure"]
    stress_gained: int
    net: int
    state: State
    notches: int


class Shock(NamedTuple):
    """The dice of a sanity check: success, the failures that add to stress, and the net."""

    success: bool
    failures: int
    net: int


@rule("UA-59", "UA-A18")
def sanity_dice(dice: Dice[Options], willpower: int, against: int, flat: int) -> Shock:
    """Willpower dice against the severity."""
    return shock_of(dice.pool("sanity check", counted(willpower, against)), flat)


@rule("UA-60", "UA-61")
def shock_of(count: Count, flat: int) -> Shock:
    """Failures add to stress only when the check fails, and then uncancelled."""
    success = count.successes + flat > count.failures
    return Shock(success, 0 if success else count.failures, count.net)


@rule("UA-60", "UA-61", "UA-84", "UA-A19")
def sanity_stress(options: Options, severity: int, raised: int, failures: int, hardened: int) -> int:
    """The difficulty as raised by karma, and after a failure every failure rolled; less the hardened level."""
    fixed = severity + (raised if options.sanity_stress == "modified" else 0)
    return stress_taken(fixed + failures, hardened)


@rule("UA-71", "UA-72", "UA-74", "UA-82", "UA-A26", "UA-A27")
def notches_gained(options: Options, state: State, net: int) -> int:
    """Net Advantage while Shaken, by the state the check led to, brings a notch."""
    if state == "steady" or net < 1:
        return 0
    return net if options.notches == "per-advantage" else 1


@rule("UA-57", "UA-59", "UA-60", "UA-61", "UA-62", "UA-72", "UA-A23")
def sanity_check(dice: Dice[Options], check: SanityCheck) -> SanityResult:
    """Willpower against a difficulty; it brings stress either way, then the saves, then notches."""
    options = dice.options
    willpower = pool_dice(options, check.willpower, check.bonus, check.shaken or check.insane, check.karma)
    against = opposing_dice(check.difficulty, check.karma_against)
    shock = dice.call(sanity_dice, willpower, against, flat_successes(options, check.karma))
    return dice.call(after_shock, check, shock)


@rule("UA-72", "UA-A23")
def after_shock(dice: Dice[Options], check: SanityCheck, shock: Shock) -> SanityResult:
    """Stress, saves and notches, in this order."""
    options = dice.options
    raised = opposing_dice(check.difficulty, check.karma_against) - check.difficulty
    gained = sanity_stress(options, check.difficulty, raised, shock.failures, check.hardened)
    state = mind_after(check.shaken, check.insane)
    if gained:
        mind = mind_of(options, check.willpower, check.intellect)
        state = dice.call(stress_saves, mind, check.stress + gained, state)
    result: Literal["success", "failure"] = "success" if shock.success else "failure"
    return SanityResult(result, gained, shock.net, state, notches_gained(options, state, shock.net))


class Recovery(Parameters, frozen=True, kw_only=True):
    """Some days of recovering from stress."""

    willpower: Characteristic
    stress: Points
    days: Annotated[int, between(1, 30, "days that pass")] = 1
    shaken: Annotated[bool, meaning("whether the character is Shaken before the first day")] = False
    bonus: Bonus = 0


class RecoveredStress(Struct, frozen=True):
    """Stress after the days, and whether the character is still Shaken."""

    stress: int
    shaken: bool


class Unrest(NamedTuple):
    """Stress between two days."""

    stress: int
    shaken: bool
    days: int


@rule("UA-69", "UA-78", "UA-79", "UA-80", "UA-A22")
def quiet_day(dice: Dice[Options], unrest: Unrest, willpower: int, bonus: int) -> Unrest:
    """A Willpower check of difficulty 0; Shaken ends below the limit."""
    limit = stress_limit(willpower)
    rolled = dice.pool("recovery", margin_only(pool_dice(dice.options, willpower, bonus, unrest.shaken), 0))
    stress = unrest.stress - daily_loss(dice.options, "stress", rolled, unrest.stress, limit)
    return Unrest(stress, unrest.shaken and stress >= limit, unrest.days - 1)


quiet_days = repeat(quiet_day, until=lambda unrest: unrest.days == 0)


@rule("UA-69", "UA-78", "UA-79", "UA-80", "UA-A22")
def recover_stress(dice: Dice[Options], recovery: Recovery) -> RecoveredStress:
    """Each day a Willpower check takes stress away, half as much over the limit."""
    start = Unrest(recovery.stress, recovery.shaken, recovery.days)
    end = dice.call(quiet_days, start, recovery.willpower, recovery.bonus)
    return RecoveredStress(end.stress, end.shaken)


class Hardened(Struct, frozen=True):
    """A hardened level and the notches towards the next."""

    level: int
    towards_next: int


@rule("UA-81", "UA-83", "UA-85", "UA-A27")
def hardened(options: Options, notches: Annotated[int, between(0, 1_000, "notches in one category")]) -> Hardened:
    """Three notches in a category make a hardened level; they are not used up."""
    return Hardened(*divmod(notches, HARDENING.notches_per_level))

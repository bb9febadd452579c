"""Harm: an Effect reduced by protection, and its cost in HP and Attributes."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rulewright.games.light_dark.challenges import ChallengeDice, Count, Level, challenge_die
from rulewright.games.light_dark.data import ARMOUR, DICE, RECOVERY, SHIELD
from rulewright.games.light_dark.effects import MOST, Cap, EffectDie, Number, effect_up_to, most_effect, refuse_low_cap
from rulewright.games.light_dark.options import Options
from rulewright.rules import Dice, Parameters, Refused, meaning, rule

ArmourName = Literal["none", "light", "heavy"]
Armour = Annotated[ArmourName, meaning("armour worn")]
Hp = Annotated[int, Meta(ge=1, le=MOST, description="current HP")]
CarriesShield = Annotated[bool, meaning("whether a shield is carried")]
SacrificeAt = Annotated[
    Annotated[int, Meta(ge=1, le=MOST)] | None,
    meaning("give up the shield when this much would get through; null for never"),
]

MOST_PROTECTION = max(ARMOUR.values()) + SHIELD.protection


@rule("LD-55", "LD-77", "LD-78", "LD-79", "LD-80", "LD-A41")
def protection(armour: str, shield: bool) -> int:
    """Light armour takes 1 off an Effect, heavy armour 2, a shield 1; they add up."""
    return ARMOUR[armour] + (SHIELD.protection if shield else 0)


@rule("LD-76", "LD-77", "LD-A41")
def through(effect: int, armour: str, shield: bool) -> int:
    """The part of an Effect that gets through protection, never below 0."""
    return max(0, effect - protection(armour, shield))


class Guarded(NamedTuple):
    """HP, and whether the character still has the shield."""

    hp: int
    shield: bool


@rule("LD-17", "LD-56", "LD-76", "LD-77", "LD-81", "LD-A23", "LD-A43")
def suffer(
    dice: Dice[Options],
    die: EffectDie,
    cap: int,
    before: Guarded,
    armour: str,
    sacrifice_at: int | None,
    asked: str = "",
) -> Guarded:
    """What gets through of the Challenge's Effect costs HP, unless the shield is sacrificed to avoid it.

    `asked` names the character whose player decides about the shield; if empty, `sacrifice_at` does.
    """
    hp, shield = before
    unharmed = Guarded(hp, False)
    if shield and dice.options.shield_timing == "before-roll":
        if asked and dice.choose(asked, "sacrifice the shield?", ("no", "yes")) == "yes":
            return unharmed
        if not asked and sacrifice_at is not None:
            return unharmed
    most = max(hp, sacrifice_at or 0) + protection(armour, shield)
    got = through(dice.call(effect_up_to, die, cap, most), armour, shield)
    if shield and dice.options.shield_timing == "after-roll":
        if asked and got and dice.choose(asked, "sacrifice the shield?", ("no", "yes")) == "yes":
            return unharmed
        if not asked and sacrifice_at is not None and got >= sacrifice_at:
            return unharmed
    return Guarded(max(0, hp - got), shield)


@rule("LD-A41", "LD-A43")
def can_be_hurt(options: Options, die: EffectDie | None, armour: str, shield: bool, sacrifice_at: int | None) -> bool:
    """Whether the Challenge's Effect can ever change anything about the PC."""
    if die is None:
        return False
    if shield and sacrifice_at is not None and options.shield_timing == "before-roll":
        return True
    most = most_effect(options, die)
    return most is None or most > protection(armour, shield)


@rule("LD-A5")
def check_guard_cap(cap: int, hp: int, sacrifice_at: int | None) -> None:
    """Refuses a cap below what HP and the sacrifice can depend on, with any protection."""
    refuse_low_cap(cap, hp + MOST_PROTECTION, f"HP {hp}")
    if sacrifice_at is not None:
        refuse_low_cap(cap, sacrifice_at + MOST_PROTECTION, f"a sacrifice at {sacrifice_at}")


class Harming(Parameters, frozen=True):
    """A Challenge's Effect against a character."""

    level: Level = "dangerous"
    count: Count = 1
    challenge_dice: ChallengeDice = None
    hp: Hp = 6
    armour: Armour = "none"
    shield: CarriesShield = False
    sacrifice_at: SacrificeAt = None
    cap: Cap = DICE.cap


class Harmed(Struct, frozen=True):
    """A character's HP and shield after an Effect."""

    hp_left: int
    shield_left: bool
    down: bool


@rule("LD-56", "LD-76", "LD-77", "LD-81", "LD-A41", "LD-A43")
def harm(dice: Dice[Options], harming: Harming) -> Harmed:
    """The Challenge's Effect, reduced by armour and shield, costs HP; a shield may be sacrificed instead."""
    die = challenge_die(dice.options, harming.level, harming.count, harming.challenge_dice)
    check_guard_cap(harming.cap, harming.hp, harming.sacrifice_at)
    before = Guarded(harming.hp, harming.shield)
    after = suffer(dice, die, harming.cap, before, harming.armour, harming.sacrifice_at)
    return Harmed(after.hp, after.shield, after.hp == 0)


class Damaged(Struct, frozen=True):
    """The harm of an Effect and what follows from it."""

    harm: int
    hp: int
    shield_left: bool
    attribute_loss_due: bool


@rule("LD-22", "LD-76", "LD-77", "LD-81", "LD-A21", "LD-A23", "LD-A24", "LD-A41")
def damage(
    options: Options,
    effect: Annotated[int, Meta(ge=0, le=MOST, description="the Effect rolled")],
    hp: Annotated[int, Meta(ge=0, le=MOST, description="current HP")] = 6,
    armour: Armour = "none",
    shield: CarriesShield = False,
    sacrifice: Annotated[bool, meaning("whether the shield is given up to avoid the Effect")] = False,
) -> Damaged:
    """An Effect against HP; falling to 0 costs one Attribute point, however hard the hit."""
    if sacrifice and not shield:
        raise Refused("no shield: you have none to sacrifice", "LD-81")
    got = 0 if sacrifice else through(effect, armour, shield)
    left = max(0, hp - got)
    if hp == 0:
        due = got > 0 and options.hit_while_down == "attribute"
    else:
        due = left == 0
    return Damaged(got, left, shield and not sacrifice, due)


class Recovered(Struct, frozen=True):
    """HP after some days."""

    hp: int


@rule("LD-20", "LD-21", "LD-29", "LD-A25")
def recovery(
    options: Options,
    max_hp: Annotated[Number, meaning("maximum HP")],
    days: Annotated[Number, meaning("days that pass")],
    hp: Hp = 6,
    attended: Annotated[bool, meaning("whether the PC is cared for")] = False,
) -> Recovered:
    """One HP a day comes back, two when cared for, up to the maximum; Ego does not."""
    per_day = RECOVERY.per_day + (RECOVERY.attended if attended else 0)
    return Recovered(min(max_hp, hp + days * per_day))

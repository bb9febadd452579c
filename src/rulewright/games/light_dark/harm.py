"""Harm: an Effect reduced by protection, and its cost in HP and Attributes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.games.light_dark.data import ARMOUR, RECOVERY, SHIELD
from rulewright.games.light_dark.effects import MOST, EffectDie, Number, most_effect, refuse_low_cap
from rulewright.games.light_dark.options import Options
from rulewright.rules import Refused, meaning, rule

ArmourName = Literal["none", "light", "heavy"]
Armour = Annotated[ArmourName, meaning("armour worn")]
Hp = Annotated[int, Meta(ge=1, le=MOST, description="current HP")]
CarriesShield = Annotated[bool, meaning("whether a shield is carried")]
SacrificeAt = Annotated[
    Annotated[int, Meta(ge=1, le=MOST)] | None,
    meaning("give up the shield when this much would get through; never if left out"),
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

"""An attack (Extension): the check, the dodge, and the boxes it checks."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.games.twelves.check import CheckTerms, Rank, State, Tags, Tier, check
from rulewright.games.twelves.data import TIERS
from rulewright.games.twelves.health import Body, Damage, GivenState, NormalBoxes, is_able, take_damage, tier_of
from rulewright.games.twelves.options import Options
from rulewright.rules import Dice, between, meaning, rule

Blow = Literal["miss", "hit", "critical", "dodged"]
WeaponBoxes = Annotated[int, between(0, 20, "boxes that a hit checks")]
CritExtra = Annotated[int, between(0, 20, "further boxes that a critical checks")]


@rule("TW-A32")
def blow(dice: Dice[Options], attack: CheckTerms, dodge: CheckTerms | None) -> Blow:
    """The attacker's check; after a hit an able target may dodge, but only a critical avoids a critical."""
    result = dice.call(check, attack).result
    if result == "failure":
        return "miss"
    if dodge is not None:
        dodged = dice.call(check, dodge).result
        if dodged == "critical" or (dodged == "success" and result == "success"):
            return "dodged"
    return "critical" if result == "critical" else "hit"


@rule("TW-A32")
def boxes_dealt(result: Blow, weapon: int, crit_extra: int) -> int:
    """A hit checks the weapon's boxes, a critical some more."""
    return {"miss": 0, "dodged": 0, "hit": weapon, "critical": weapon + crit_extra}[result]


class Attack(CheckTerms, frozen=True):
    """An attacker's check, the weapon, and the target."""

    weapon: WeaponBoxes = 1
    crit_extra: CritExtra = 1
    target_normal_boxes: NormalBoxes = TIERS.normal_least
    target_damage: Damage = 0
    target_state: Annotated[GivenState, meaning("the target's state")] = "active"
    target_rank: Rank = 1
    target_agi: Annotated[int, between(0, 20, "the target's AGI score")] = 7
    target_tags: Tags = None
    target_npc: Annotated[bool, meaning("whether the GM runs the target")] = False


class Attacked(Struct, frozen=True):
    """How an attack went, and the target's boxes and state after it."""

    result: Blow
    dealt: int
    target_damage: int
    target_tier: Tier
    target_state: State


@rule("TW-A32")
def attack(dice: Dice[Options], attack: Attack) -> Attacked:
    """An ability check against the target's defence that checks boxes of the target."""
    target = Body(attack.target_normal_boxes, attack.target_damage, attack.target_state, attack.target_npc)
    dodge = None
    if dice.options.attack_defence == "dodge" and is_able(dice.options, target.state):
        dodge = CheckTerms(
            score=attack.target_agi,
            rank=attack.target_rank,
            tags=attack.target_tags,
            tier=tier_of(target.normal_boxes, target.damage),
        )
    return struck(dice.options, target, blow(dice, attack, dodge), attack.weapon, attack.crit_extra)[1]


@rule("TW-A32")
def struck(options: Options, target: Body, result: Blow, weapon: int, crit_extra: int) -> tuple[Body, Attacked]:
    """The target after a blow, and how the attack went."""
    after = take_damage(options, target, boxes_dealt(result, weapon, crit_extra))
    tier = tier_of(after.normal_boxes, after.damage)
    return after, Attacked(result, after.damage - target.damage, after.damage, tier, after.state)

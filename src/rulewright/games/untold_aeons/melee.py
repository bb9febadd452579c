"""An attack in melee, and the three defences against it."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.games.untold_aeons.data import MELEE
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Bonus,
    Characteristic,
    Level,
    MeleeTally,
    blow_faces,
    flat_successes,
    pool_dice,
)
from rulewright.games.untold_aeons.weapons import Piercing, WeaponDamage, base_damage, damage_dealt, damage_taken
from rulewright.rules import Dice, Parameters, between, meaning, rule

Defence = Literal["defend", "dodge", "fight-back", "none"]
MeleeResult = Literal["hit", "critical-hit", "miss", "counter-hit", "critical-counter", "nothing"]
Prone = Annotated[bool, meaning("whether the fighter is prone")]
TargetProne = Annotated[bool, meaning("whether the target is prone")]
HITS: tuple[MeleeResult, ...] = ("hit", "critical-hit")
COUNTERS: tuple[MeleeResult, ...] = ("counter-hit", "critical-counter")
_USUAL = MELEE.default_characteristic


class MeleeAttack(Parameters, frozen=True, kw_only=True):
    """An attack in melee: the attacker, the defence and the target."""

    brawl: Level
    bonus: Bonus = 0
    shaken: Annotated[bool, meaning("whether the attacker is Shaken")] = False
    prone: Prone = False
    karma: Annotated[bool, meaning("whether a karma point gives the attacker +2")] = False
    toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "0+"
    piercing: Piercing = 0
    defence: Annotated[Defence, meaning("the target's defence; none for the helpless")] = "defend"
    defence_skill: Annotated[
        Annotated[int, between(0, 15, "")] | None,
        meaning("the target's Dexterity to dodge, else its Brawl; not needed without a defence"),
    ] = None
    defence_bonus: Bonus = 0
    target_shaken: Annotated[bool, meaning("whether the target is Shaken")] = False
    target_prone: TargetProne = False
    target_karma: Annotated[bool, meaning("whether a karma point gives the target +2")] = False
    target_toughness: Characteristic = _USUAL
    target_weapon_damage: WeaponDamage = "0+"
    target_piercing: Piercing = 0


class MeleeOutcome(Struct, frozen=True):
    """How an attack in melee went, and the damage to the side struck."""

    result: MeleeResult
    damage: int
    net: int

    @property
    def net_left(self) -> int:
        """The net that a critical hit of either side has not used."""
        used = {"critical-hit": 1, "critical-counter": -1}.get(self.result, 0)
        return self.net - used if self.net * used > 0 else self.net


@rule("UA-110", "UA-114", "UA-117", "UA-131", "UA-A37", "UA-A40")
def contest_dice(options: Options, skill: int, bonus: int, shaken: bool, prone: bool, karma: bool = False) -> int:
    """One side's dice: Brawl, or Dexterity to dodge; fewer while prone."""
    return pool_dice(options, skill, bonus, shaken, karma) - (options.prone_penalty if prone else 0)


@rule("UA-112", "UA-113", "UA-115", "UA-116", "UA-118", "UA-119", "UA-120", "UA-A37", "UA-A39", "UA-A41", "UA-A42")
def clash(options: Options, defence: Defence, own: MeleeTally, theirs: MeleeTally) -> MeleeResult:
    """The side that hits: a tie saves a dodger or defender, not one who fights back; without successes no one hits."""
    if own.successes == theirs.successes == 0:
        return "nothing"
    net = own.ones - theirs.ones
    own_only = options.contest_advantage == "own"
    if own.successes > theirs.successes or (defence == "fight-back" and own.successes == theirs.successes):
        return "critical-hit" if (own.ones if own_only else net) > 0 else "hit"
    if defence == "fight-back":
        return "critical-counter" if (theirs.ones if own_only else -net) > 0 else "counter-hit"
    return "miss"


class Arms(NamedTuple):
    """The numbers of a fighter that matter to damage: base damage, Piercing and Toughness."""

    base: int
    piercing: int
    toughness: int


class MeleeDice(NamedTuple):
    """An attack in melee ready to be rolled: both sides' dice, the successes that karma adds, the defence, the arms."""

    own_dice: int
    own_flat: int
    defence: Defence
    their_dice: int
    their_flat: int
    arms: Arms
    other: Arms


@rule("UA-119", "UA-149", "UA-150", "UA-151", "UA-A41")
def melee_outcome(options: Options, exchange: MeleeDice, own: MeleeTally, theirs: MeleeTally) -> MeleeOutcome:
    """The result of both sides' dice, with the damage to the side struck."""
    arms, other = exchange.arms, exchange.other
    own = MeleeTally(own.successes + exchange.own_flat, own.ones)
    if exchange.defence != "none":
        theirs = MeleeTally(theirs.successes + exchange.their_flat, theirs.ones)
    result, damage = clash(options, exchange.defence, own, theirs), 0
    if result in HITS:
        dealt = damage_dealt(options, arms.base, own.successes, result == "critical-hit")
        damage = damage_taken(dealt, other.toughness, arms.piercing)
    if result in COUNTERS:
        dealt = damage_dealt(options, other.base, theirs.successes, result == "critical-counter")
        damage = damage_taken(dealt, arms.toughness, other.piercing)
    return MeleeOutcome(result, damage, own.ones - theirs.ones)


@rule("UA-109", "UA-110", "UA-114", "UA-117", "UA-120", "UA-A37", "UA-A38")
def melee_attack(dice: Dice[Options], attack: MeleeAttack) -> MeleeOutcome:
    """Brawl against Dodge, Defend or Fight Back, each side's dice the other side's difficulty."""
    options, theirs = dice.options, base_damage(attack.target_weapon_damage, attack.target_toughness)
    exchange = MeleeDice(
        contest_dice(options, attack.brawl, attack.bonus, attack.shaken, attack.prone, attack.karma),
        flat_successes(options, attack.karma),
        attack.defence,
        contest_dice(
            options,
            attack.defence_skill or 0,
            attack.defence_bonus,
            attack.target_shaken,
            attack.target_prone,
            attack.target_karma,
        ),
        flat_successes(options, attack.target_karma),
        Arms(base_damage(attack.weapon_damage, attack.toughness), attack.piercing, attack.toughness),
        Arms(theirs, attack.target_piercing, attack.target_toughness),
    )
    return struck(dice, exchange)


@rule("UA-109", "UA-119", "UA-149", "UA-150")
def struck(dice: Dice[Options], exchange: MeleeDice) -> MeleeOutcome:
    """The outcome of rolling both sides' dice."""
    own, theirs = dice.pool("attack", blow_faces(exchange.own_dice)), MeleeTally(0, 0)
    if exchange.defence != "none":
        theirs = dice.pool(exchange.defence, blow_faces(exchange.their_dice))
    return melee_outcome(dice.options, exchange, own, theirs)

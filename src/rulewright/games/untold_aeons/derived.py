"""Values worked out without dice: creation, pools, prices, karma and the order of turns."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct, field

from rulewright.game import Derivation
from rulewright.games.untold_aeons.check import Attempt, attempt_dice
from rulewright.games.untold_aeons.creation import create
from rulewright.games.untold_aeons.data import CHARACTERISTICS, KARMA, STANDARD_SKILLS
from rulewright.games.untold_aeons.firearm import firearm_difficulty
from rulewright.games.untold_aeons.growth import characteristic_price, skill_price
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Level, Players
from rulewright.games.untold_aeons.sheet import (
    Characteristics,
    PoolDice,
    PoolInput,
    effective_pool,
    secondary,
    secondary_of,
)
from rulewright.games.untold_aeons.stress import hardened
from rulewright.games.untold_aeons.weapons import DamageInput, check_weapon_damage, damage
from rulewright.rules import BadParameter, Parameters, Refused, between, meaning, rule

Words = dict[str, Any]


class CharacterInput(Parameters, frozen=True, kw_only=True):
    """What a character is made from; creation itself checks it."""

    characteristics: Annotated[Words, meaning("dexterity, toughness, willpower and intellect")] = field(
        default_factory=dict
    )
    name: Annotated[str, meaning("the character's name")] = ""
    kind: Annotated[str, meaning("player or npc")] = "player"
    background: Annotated[Words, meaning("starting levels by skill")] = field(default_factory=dict)
    knowledge_skills: Annotated[tuple[str, ...], meaning("skills for which Knowledge may stand in")] = ()
    purchases: Annotated[tuple[Words, ...], meaning("what starting XP buys, in order")] = ()


class Character(Struct, frozen=True):
    """A new character in short."""

    stress_limit: int
    wound_limit: int
    move_speed: int
    sprint: int
    run_min: int
    run_max: int
    characteristics: Characteristics
    xp: int
    skills: dict[str, int]


@rule("UA-07", "UA-40", "UA-41", "UA-42", "UA-43", "UA-44", "UA-45", "UA-48", "UA-49", "UA-A12", "UA-A15")
def character(options: Options, wanted: CharacterInput) -> Character:
    """A new character: secondary values, XP left, and the skills that stand out."""
    sheet = create(options, msgspec.structs.asdict(wanted))
    values = msgspec.structs.asdict(secondary_of(sheet.characteristics))
    skills = {skill: level for skill, level in sheet.skills.items() if level > 1 or skill not in STANDARD_SKILLS}
    return Character(**values, characteristics=sheet.characteristics, xp=sheet.xp, skills=skills)


@rule("UA-28", "UA-38", "UA-47", "UA-68", "UA-A8", "UA-A13")
def pool(options: Options, given: PoolInput) -> PoolDice:
    """How many dice a skill rolls after everything that adds or takes away."""
    return effective_pool(attempt_dice(options, Attempt(**msgspec.structs.asdict(given))))


class Price(Struct, frozen=True):
    """A price in XP."""

    xp: int


@rule("UA-51", "UA-52", "UA-54", "UA-55", "UA-A17")
def skill_cost(
    options: Options,
    from_: Annotated[Level, meaning("the level now; 0 is not learned yet")],
    to: Annotated[Level, meaning("the level wanted")],
) -> Price:
    """What it costs to take a skill from one level to another."""
    _check_upwards(from_, to)
    if options.skill_cap and to > options.skill_cap:
        raise Refused(f"skill above cap: it stops at {options.skill_cap}", "UA-A17")
    return Price(skill_price(from_, to))


Rank = Annotated[int, between(CHARACTERISTICS.least, CHARACTERISTICS.most, "level of a characteristic")]


@rule("UA-53", "UA-A17")
def characteristic_cost(options: Options, from_: Rank, to: Rank) -> Price:
    """What it costs to take a characteristic from one level to another."""
    _check_upwards(from_, to)
    if options.characteristic_cost == 0 and to > from_:
        raise Refused("characteristics cannot be raised at this table", "UA-A17")
    return Price(characteristic_price(options, from_, to))


def _check_upwards(start: int, end: int) -> None:
    if start > end:
        raise BadParameter("from", f"at most to ({end})", start)


Pool = Literal["players", "narrator"]


class KarmaPools(Struct, frozen=True):
    """The two karma pools."""

    players: int
    narrator: int


@rule("UA-15", "UA-18", "UA-A6")
def spent(pools: KarmaPools, spender: Pool) -> KarmaPools:
    """A point that is spent goes to the other pool; none of them falls below 0."""
    if getattr(pools, spender) == 0:
        raise Refused(f"karma pool empty: {spender}", "UA-A6")
    moved = 1 if spender == "players" else -1
    return KarmaPools(pools.players - moved, pools.narrator + moved)


@rule("UA-15", "UA-16", "UA-17", "UA-18")
def karma(
    options: Options,
    players: Players,
    spends: Annotated[tuple[Pool, ...], meaning("who spends a point, in order")] = (),
) -> KarmaPools:
    """One point for the Narrator, one per player, and every point used changes sides."""
    pools = KarmaPools(KARMA.per_player * players, KARMA.narrator)
    for spender in spends:
        pools = spent(pools, spender)
    return pools


class Fighting(Parameters, frozen=True):
    """Somebody's place in a round."""

    name: str
    side: Literal["initiating", "defending"]
    turn: Literal["fast", "slow"]


class Order(Struct, frozen=True):
    """The order of a round."""

    order: tuple[str, ...]


SLOTS = (("initiating", "fast"), ("defending", "fast"), ("initiating", "slow"), ("defending", "slow"))


@rule("UA-101", "UA-104", "UA-105", "UA-106", "UA-107", "UA-108", "UA-A34")
def in_turn_order(fighters: tuple[Fighting, ...]) -> tuple[str, ...]:
    """Fast before Slow, and in each the side that began the fight before the other."""
    ordered = sorted(fighters, key=lambda one: SLOTS.index((one.side, one.turn)))
    return tuple(one.name for one in ordered)


@rule("UA-101", "UA-105", "UA-106", "UA-107")
def turn_order(
    options: Options, fighters: Annotated[tuple[Fighting, ...], meaning("everybody with side and turn")]
) -> Order:
    """The order of a round; who shares a slot keeps the order given."""
    return Order(in_turn_order(fighters))


def _check_damage(given: DamageInput, params: Mapping[str, Any], options: Options) -> None:
    check_weapon_damage("weapon_damage", given.weapon_damage)


DERIVATIONS = (
    Derivation("secondary", secondary),
    Derivation("character", character),
    Derivation("pool", pool),
    Derivation("skill-cost", skill_cost),
    Derivation("characteristic-cost", characteristic_cost),
    Derivation("firearm-difficulty", firearm_difficulty),
    Derivation("hardened", hardened),
    Derivation("karma", karma),
    Derivation("turn-order", turn_order),
    Derivation("damage", damage, _check_damage),
)

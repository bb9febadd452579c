"""Duels (Extension): one turn of a fighter, and a duel to its end."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fights import Bout
from rulewright.games.twelves.attack import Blow, CritExtra, WeaponBoxes, blow, boxes_dealt
from rulewright.games.twelves.check import (
    Attempt,
    CollapseAttempt,
    Initiator,
    Rank,
    Score,
    Side,
    State,
    Tags,
    Tier,
    collapses,
    initiative,
)
from rulewright.games.twelves.data import HEALING, TIERS
from rulewright.games.twelves.health import (
    Body,
    Damage,
    NormalBoxes,
    actions_per_turn,
    all_boxes,
    collapse_check_due,
    take_damage,
    tier_of,
)
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import take_dose
from rulewright.rules import BadParameter, Dice, Parameters, between, meaning, repeat, rule

Policy = Literal["attack", "drink-wounded", "drink-critical", "best"]


class Fighter(Parameters, frozen=True, rename={"strength": "str"}):
    """A fighter in a duel."""

    attack_score: Score = 7
    agi: Annotated[int, between(0, 20, "AGI score")] = 7
    strength: Annotated[int, between(0, 20, "STR score")] = 7
    rank: Rank = 1
    attack_tags: Tags = None
    agi_tags: Tags = None
    str_tags: Tags = None
    normal_boxes: NormalBoxes = TIERS.normal_least
    damage: Damage = 0
    weapon: WeaponBoxes = 1
    crit_extra: CritExtra = 1
    defence: Annotated[int, between(0, 20, "difficulty penalty of attacks on this fighter")] = 0
    potions: Annotated[int, between(0, 5, "potions of 1d4 boxes")] = 0
    policy: Annotated[Policy, meaning("when to drink")] = "attack"
    npc: Annotated[bool, meaning("whether the GM runs this fighter")] = False

    def body(self, damage: int) -> Body:
        """The fighter's boxes."""
        return Body(self.normal_boxes, damage, "active", self.npc)

    def strength_check(self) -> CollapseAttempt:
        """The Strength check in Critical."""
        return CollapseAttempt(strength=self.strength, rank=self.rank, tags=self.str_tags)


def check_fighter(options: Options, name: str, fighter: Fighter) -> None:
    """Refuse a fighter whose damage has already felled them."""
    most = all_boxes(fighter.normal_boxes)
    if options.last_box != "standing":
        most -= 1
    if fighter.npc and options.npc_critical == "drop":
        most = min(most, fighter.normal_boxes + TIERS.wounded)
    if fighter.damage > most:
        raise BadParameter(f"{name}.damage", f"from 0 to {most} for a fighter who still stands", fighter.damage)


def tier_at(fighter: Fighter, damage: int) -> Tier:
    """The tier a fighter is in with this much damage."""
    return tier_of(fighter.normal_boxes, damage)


@rule("TW-A32")
def strike(dice: Dice[Options], attacker: Fighter, attacker_tier: Tier, target: Fighter, target_tier: Tier) -> Blow:
    """One fighter's attack on the other."""
    attempt = Attempt(
        score=attacker.attack_score,
        rank=attacker.rank,
        tags=attacker.attack_tags,
        difficulty=target.defence,
        tier=attacker_tier,
    )
    dodge = None
    if dice.options.attack_defence == "dodge":
        dodge = Attempt(score=target.agi, rank=target.rank, tags=target.agi_tags, tier=target_tier)
    return blow(dice, attempt, dodge)


@rule("TW-A28")
def wants_to_drink(fighter: Fighter, damage: int) -> bool:
    """Whether a fixed policy drinks, while a potion is left."""
    tier = tier_at(fighter, damage)
    return (tier == "critical" and fighter.policy != "attack") or (
        tier == "wounded" and fighter.policy == "drink-wounded"
    )


class Turn(Struct, frozen=True):
    """The outcome of a fighter's turn."""

    collapsed: bool
    hits: int
    criticals: int
    actor_damage: int
    target_damage: int
    target_state: State


@rule("TW-32", "TW-33", "TW-34", "TW-A17", "TW-A32")
def turn(dice: Dice[Options], actor: Fighter = Fighter(), target: Fighter = Fighter()) -> Turn:
    """The Strength check if it is due, then every action: attack, or drink if the policy says so."""
    us, them = actor.body(actor.damage), target.body(target.damage)
    if collapse_check_due(us) and dice.call(collapses, actor.strength_check()):
        return Turn(True, 0, 0, us.damage, them.damage, them.state)
    hits = criticals = 0
    potions = actor.potions
    for _ in range(actions_per_turn(dice.options, us)):
        if potions and wants_to_drink(actor, us.damage):
            us = dice.call(take_dose, us, "potion", HEALING.dose_dice, 0)
            potions -= 1
        else:
            tiers = (tier_at(actor, us.damage), tier_at(target, them.damage))
            result = dice.call(strike, actor, tiers[0], target, tiers[1])
            hits += result in ("hit", "critical")
            criticals += result == "critical"
            them = take_damage(dice.options, them, boxes_dealt(result, actor.weapon, actor.crit_extra))
            if them.state != "active":
                break
    return Turn(False, hits, criticals, us.damage, them.damage, them.state)


class Duellist(Struct, frozen=True):
    """The values of a fighter that change during a duel."""

    damage: int
    potions: int


class DuelState(Struct, frozen=True):
    """A duel between two actions. `actions` are left to the fighter whose turn it is; 0 before the turn begins."""

    a: Duellist
    b: Duellist
    first: Side
    to_move: Side
    actions: int = 0
    rounds_left: int | None = None
    winner: Literal["a", "b", "none"] = "none"
    by: Literal["", "boxes", "collapse", "limit"] = ""


class DuelEnd(Struct, frozen=True):
    """How a duel ended."""

    winner: Literal["a", "b", "none"]
    by: Literal["boxes", "collapse", "limit"]


MaxRounds = Annotated[
    Annotated[int, between(1, 20, "rounds")] | None,
    meaning("rounds after which the duel ends without a winner; null is no limit"),
]


@rule("TW-A31", "TW-A32")
def duel(
    dice: Dice[Options],
    a: Fighter = Fighter(),
    b: Fighter = Fighter(),
    first: Annotated[Literal["roll", "a", "b"], meaning("the side that moves first; roll is initiative")] = "roll",
    max_rounds: MaxRounds = None,
) -> DuelEnd:
    """Initiative, then turns one after the other until a fighter is felled."""
    bout = begin_duel(dice, a, b, first, max_rounds)
    end = dice.call(bout.fight, bout.start, *bout.context)
    return DuelEnd(end.winner, end.by or "limit")


@rule("TW-A31")
def begin_duel(
    dice: Dice[Options], a: Fighter, b: Fighter, first: Literal["roll", "a", "b"], max_rounds: int | None
) -> Bout:
    """A duel before its first turn, after initiative unless `first` is given."""
    lead: Side = dice.call(initiative, initiator(a), initiator(b)).first if first == "roll" else first
    start = DuelState(
        a=Duellist(a.damage, a.potions),
        b=Duellist(b.damage, b.potions),
        first=lead,
        to_move=lead,
        rounds_left=max_rounds,
    )
    return Bout(fight_on, start, (a, b))


def initiator(fighter: Fighter) -> Initiator:
    """A fighter's side of the initiative roll."""
    return Initiator(fighter.agi, fighter.rank, fighter.agi_tags, tier=tier_at(fighter, fighter.damage))


@rule("TW-32", "TW-33", "TW-34", "TW-35", "TW-A17", "TW-A19", "TW-A28", "TW-A32")
def next_action(dice: Dice[Options], duel: DuelState, a: Fighter, b: Fighter) -> DuelState:
    """One step of a duel: a turn begins, or the fighter whose turn it is uses an action."""
    side = duel.to_move
    fighter, other = (a, b) if side == "a" else (b, a)
    us, them = (duel.a, duel.b) if side == "a" else (duel.b, duel.a)
    if duel.actions == 0:
        body = fighter.body(us.damage)
        if collapse_check_due(body) and dice.call(collapses, fighter.strength_check()):
            return replace(duel, winner=_other(side), by="collapse")
        return replace(duel, actions=actions_per_turn(dice.options, body))
    if drinks(dice, side, fighter, us):
        after = dice.call(take_dose, fighter.body(us.damage), "potion", HEALING.dose_dice, 0)
        return _used_action(duel, side, Duellist(after.damage, us.potions - 1), them)
    result = dice.call(strike, fighter, tier_at(fighter, us.damage), other, tier_at(other, them.damage))
    struck = take_damage(dice.options, other.body(them.damage), boxes_dealt(result, fighter.weapon, fighter.crit_extra))
    if struck.state != "active":
        return replace(duel, winner=side, by="boxes")
    return _used_action(duel, side, us, Duellist(struck.damage, them.potions))


@rule("TW-A28")
def drinks(dice: Dice[Options], side: Side, fighter: Fighter, us: Duellist) -> bool:
    """Whether an action goes to a potion: by policy, or for the best chance to win."""
    if us.potions == 0 or us.damage == 0:
        return False
    if fighter.policy == "best":
        return dice.choose(side, "attack or drink", ("attack", "drink")) == "drink"
    return wants_to_drink(fighter, us.damage)


def _used_action(duel: DuelState, side: Side, us: Duellist, them: Duellist) -> DuelState:
    """The duel after an action; the last one ends the turn, and may end the last round."""
    a, b = (us, them) if side == "a" else (them, us)
    if duel.actions > 1:
        return replace(duel, a=a, b=b, actions=duel.actions - 1)
    rounds_left = duel.rounds_left
    if rounds_left is not None and side != duel.first:
        rounds_left -= 1
    over: Literal["", "limit"] = "limit" if rounds_left == 0 else ""
    return replace(duel, a=a, b=b, to_move=_other(side), actions=0, rounds_left=rounds_left, by=over)


def _other(side: Side) -> Side:
    return "b" if side == "a" else "a"


fight_on = repeat(
    next_action,
    until=lambda duel: duel.by != "",
    aims={"a": lambda duel: int(duel.winner == "a"), "b": lambda duel: int(duel.winner == "b")},
)

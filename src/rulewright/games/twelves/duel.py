"""The rolls of a fight of one against one (Extension): an attack, a single turn, and a duel to its end."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.game.fight_step import NO_WINNER, Position, Roster
from rulewright.game.fights import Bout
from rulewright.games.twelves.check import (
    CheckTerms,
    CollapseAttempt,
    Initiator,
    Rank,
    Score,
    State,
    Tags,
    initiative,
)
from rulewright.games.twelves.data import TIERS
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.fight_state import Arm, Combatant, Fight, Fighter, Fighters
from rulewright.games.twelves.fight_turn import Attacked, begin_turn, blow, perform, struck
from rulewright.games.twelves.health import Body, Damage, GivenState, NormalBoxes, all_boxes, is_able, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import CritExtra, WeaponBoxes
from rulewright.rules import BadParameter, Dice, Parameters, between, meaning, rule


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


@rule("TW-A32")
def attack(dice: Dice[Options], attack: Attack) -> Attacked:
    """An ability check against the target's defence that checks boxes of the target."""
    target = Body(attack.target_normal_boxes, attack.target_damage, attack.target_state, attack.target_npc)
    dodge = None
    if dice.options.attack_defence == "dodge" and is_able(dice.options, target.state):
        tier = tier_of(target.normal_boxes, target.damage)
        dodge = CheckTerms(attack.target_agi, attack.target_rank, attack.target_tags, tier=tier)
    return struck(dice.options, target, blow(dice, attack, dodge), attack.weapon, attack.crit_extra)[1]


Policy = Literal["attack", "drink-wounded", "drink-critical", "best"]


class Duellist(Parameters, frozen=True, rename={"strength": "str"}):
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

    def skills(self) -> Fighter:
        """The part of a duellist that stays the same in the duel."""
        return Fighter(
            self.normal_boxes,
            self.npc,
            (Arm("", CheckTerms(self.attack_score, self.rank, self.attack_tags), self.weapon, self.crit_extra),),
            dodge=CheckTerms(self.agi, self.rank, self.agi_tags),
            strength=CollapseAttempt(self.strength, self.rank, self.str_tags),
            help=CheckTerms(),
            defence=self.defence,
        )

    def initiator(self) -> Initiator:
        """The fighter's side of the initiative roll."""
        return Initiator(self.agi, self.rank, self.agi_tags, tier=tier_of(self.normal_boxes, self.damage))


def check_fighter(options: Options, name: str, fighter: Duellist) -> None:
    """Refuses a fighter whose damage has already felled them."""
    most = all_boxes(fighter.normal_boxes)
    if options.last_box != "standing":
        most -= 1
    if fighter.npc and options.npc_critical == "drop":
        most = min(most, fighter.normal_boxes + TIERS.wounded)
    if fighter.damage > most:
        raise BadParameter(f"{name}.damage", f"from 0 to {most} for a fighter who still stands", fighter.damage)


def one_on_one(max_rounds: int | None = None, **fighters: Duellist) -> tuple[Fight, Fighters]:
    """A fight before its first turn; the fighters in the order of their turns, each their own side."""
    names, given = tuple(fighters), tuple(fighters.values())
    start = Position(tuple(Combatant(one.damage, "active", one.potions) for one in given), rounds_left=max_rounds)
    return start, Roster(names, names, tuple(one.skills() for one in given), tuple(one.policy for one in given))


class Turn(Struct, frozen=True):
    """The outcome of a fighter's turn."""

    collapsed: bool
    hits: int
    criticals: int
    actor_damage: int
    target_damage: int
    target_state: State


@rule("TW-32", "TW-33", "TW-34", "TW-A17", "TW-A32")
def turn(dice: Dice[Options], actor: Duellist = Duellist(), target: Duellist = Duellist()) -> Turn:
    """The Strength check if it is due, then every action: attack, or drink if the plan says so."""
    start, fighters = one_on_one(actor=actor, target=target)
    fight, begun = begin_turn(dice, start, fighters)
    results = []
    while fight.left and fight.combatants[1].state == "active":
        fight, outcome = perform(dice, fight, fighters, FIGHT.decided(dice, fight, fighters))
        results += [outcome.result] if isinstance(outcome, Attacked) else []
    us, them = fight.combatants
    criticals = results.count("critical")
    return Turn(begun.collapsed, results.count("hit") + criticals, criticals, us.damage, them.damage, them.state)


class DuelEnd(Struct, frozen=True):
    """How a duel ended."""

    winner: Literal["a", "b", "none"]
    by: Literal["boxes", "collapse", "limit"]


MaxRounds = Annotated[
    Annotated[int, between(1, 20, "rounds")] | None,
    meaning("rounds after which the duel ends without a winner; no limit if left out"),
]


@rule("TW-A31", "TW-A32")
def duel(
    dice: Dice[Options],
    a: Duellist = Duellist(),
    b: Duellist = Duellist(),
    first: Annotated[Literal["roll", "a", "b"], meaning("the side that moves first; roll is initiative")] = "roll",
    max_rounds: MaxRounds = None,
) -> DuelEnd:
    """Initiative, then turns one after the other until a fighter is felled."""
    bout = begin_duel(dice, a, b, first, max_rounds)
    end: Fight = bout.fought(dice)
    (fighters,) = bout.context
    # A fighter falls in their own turn only by the Strength check at its start.
    by: Literal["boxes", "collapse"] = "boxes" if fighters.names[end.at] == end.end else "collapse"
    return DuelEnd("a", by) if end.end == "a" else DuelEnd("b", by) if end.end == "b" else DuelEnd("none", "limit")


@rule("TW-A31")
def begin_duel(
    dice: Dice[Options], a: Duellist, b: Duellist, first: Literal["roll", "a", "b"], max_rounds: int | None
) -> Bout:
    """A duel before its first turn, after initiative unless `first` is given."""
    lead = dice.call(initiative, a.initiator(), b.initiator()).first if first == "roll" else first
    order = {"a": a, "b": b} if lead == "a" else {"b": b, "a": a}
    return FIGHT.bout(*one_on_one(max_rounds, **order))


DUELS = (
    FIGHT.duel(
        "duel",
        begin_duel,
        ("a", "b"),
        unit="turns",
        measure="boxes left",
        best={side: {side: {"policy": "best"}} for side in ("a", "b")},
        limit="max_rounds",
        undecided=lambda end: end.rounds_left == 0 and end.end == NO_WINNER,
    ),
)

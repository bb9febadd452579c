"""Combatants (the part of a character that a fight changes), fighters (the constant part), and positions."""

from msgspec import Struct

from rulewright.game.fight_step import Position, Roster
from rulewright.games.twelves.check import CheckTerms, CollapseAttempt, State, Tier
from rulewright.games.twelves.health import Body, all_boxes, tier_of
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import Sheet, Weapon


class Combatant(Struct, frozen=True):
    """The part of a character that a fight changes."""

    damage: int
    state: State = "active"
    potions: int = 0


class Arm(Struct, frozen=True, cache_hash=True):
    """A weapon: its name, the check that it is used with, and the boxes that a hit and a critical check."""

    name: str
    attack: CheckTerms
    boxes: int = 1
    crit_extra: int = 1


class Fighter(Struct, frozen=True, cache_hash=True):
    """The part of a character that stays the same: boxes, weapons, and the checks, each made at the current tier."""

    normal_boxes: int
    npc: bool
    arms: tuple[Arm, ...]
    """The weapons, the usual one first."""
    dodge: CheckTerms
    strength: CollapseAttempt
    help: CheckTerms
    defence: int = 0

    def body(self, combatant: Combatant) -> Body:
        """The boxes of a combatant."""
        return Body(self.normal_boxes, combatant.damage, combatant.state, self.npc)

    def tier(self, combatant: Combatant) -> Tier:
        """The tier of a combatant."""
        return tier_of(self.normal_boxes, combatant.damage)


Fight = Position[Combatant]


Fighters = Roster[Fighter]


def skills_of(sheet: Sheet, options: Options) -> Fighter:
    """The skills on a sheet, without Tags; its first weapon is the usual one."""
    scores, rank = sheet.scores, sheet.rank
    weapons = sheet.weapons or (Weapon(""),)
    return Fighter(
        sheet.normal_boxes,
        sheet.npc,
        tuple(Arm(one.name, CheckTerms(scores.of(one.ability), rank), one.boxes, one.crit_extra) for one in weapons),
        dodge=CheckTerms(scores.AGI, rank),
        strength=CollapseAttempt(scores.STR, rank),
        help=CheckTerms(scores.of(options.stabilise_ability), rank),
    )


def boxes_left(combatant: Combatant, skills: Fighter) -> int:
    """Unchecked boxes."""
    return all_boxes(skills.normal_boxes) - combatant.damage

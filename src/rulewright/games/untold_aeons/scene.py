"""The state of play: the characters, the karma pools, the last roll, and the fight if there is one."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.scene import SceneOf
from rulewright.games.untold_aeons.check import Check
from rulewright.games.untold_aeons.data import KARMA, TIME
from rulewright.games.untold_aeons.karma import KarmaPools, Stakes
from rulewright.games.untold_aeons.sheet import CharacterEffect, Sheet
from rulewright.games.untold_aeons.turn_slots import Fighting, first_slot, in_turn_order
from rulewright.rules import Refused, rule

TurnSpeed = Literal["fast", "slow"]
UNCONSCIOUS = "unconscious"
"""The effect that takes a character out of action."""


class Spendable(Struct, frozen=True):
    """The net of the last roll that is still to be spent: above 0 Advantage, below 0 Drawback."""

    who: str
    net: int


class HiddenCheck(Struct, frozen=True):
    """A check whose difficulty dice are the Narrator's secret, karma's among them; with its result once rolled."""

    who: str
    successes: int
    advantages: int
    difficulty: int
    from_karma: int = 0
    result: Check | None = None


class FightPlace(Struct, frozen=True):
    """A character's place in a fight."""

    side: Literal["initiating", "defending"]
    position: int = 0
    turn: TurnSpeed | None = None
    acted: bool = False
    exposed: int = 0
    free_moves: int = 0


class RunningFight(Struct, frozen=True):
    """A running fight: the round, every character's place, and the rest of the current turn."""

    combatants: dict[str, FightPlace]
    round: int = 1
    actor: str | None = None
    actions: int = 0
    moves: int = 0

    def with_one(self, name: str, one: FightPlace) -> "RunningFight":
        """The fight with one place changed."""
        return replace(self, combatants={**self.combatants, name: one})

    @property
    def minute_is_over(self) -> bool:
        """Whether this round is the last of a minute (UA-11, UA-94)."""
        return self.round % TIME.rounds_per_minute == 0


class Scene(SceneOf[Sheet], frozen=True):
    """The state of play."""

    karma: KarmaPools = KarmaPools(0, KARMA.narrator)
    stakes: dict[str, Stakes] = {}
    last: Spendable | None = None
    hidden: HiddenCheck | None = None
    fight: RunningFight | None = None

    def without_stakes(self, *names: str) -> "Scene":
        """The scene after the karma on these characters' rolls has been used."""
        return replace(self, stakes={name: stakes for name, stakes in self.stakes.items() if name not in names})

    @rule("UA-138", "UA-140", "UA-A4")
    def with_check_made(self, who: str) -> "Scene":
        """The scene after a character's next check, which uses up its bonus; attacks and defences are checks too."""
        sheet = self.sheet(who)
        return self.with_sheet(who, replace(sheet, next_check=0)) if sheet.next_check else self

    def combatant(self, name: str) -> FightPlace:
        """A character's place in the fight."""
        if self.fight is None or name not in self.fight.combatants:
            raise Refused(f"not in the fight: {name}")
        return self.fight.combatants[name]

    def waiting(self) -> tuple[str, ...]:
        """The characters in the fight who can act and have not yet acted this round."""
        fight = self.fight
        if fight is None:
            return ()
        actor, sheets = fight.actor, self.characters
        return tuple(
            [
                name
                for name, one in fight.combatants.items()
                if not one.acted and name != actor and is_able(sheets[name])
            ]
        )

    @rule("UA-104", "UA-A35")
    def choosing(self) -> tuple[str, ...]:
        """The characters who must still choose Fast or Slow."""
        fight = self.fight
        return () if fight is None else tuple(name for name in self.waiting() if fight.combatants[name].turn is None)

    @rule("UA-101", "UA-106", "UA-107", "UA-A35")
    def next_up(self) -> tuple[str, ...]:
        """The characters who may take the next turn: all in the first slot; none while some must still choose."""
        waiting = self.waiting()
        places = [] if self.fight is None else [self.fight.combatants[name] for name in waiting]
        if not places or any(one.turn is None for one in places):
            return ()
        first = first_slot([(one.side == "initiating", one.turn == "fast") for one in places])
        return tuple(waiting[at] for at in first)

    def round_order(self) -> tuple[str, ...]:
        """The order of the round; a character without a choice yet counts as Slow."""
        places = {} if self.fight is None else self.fight.combatants
        return in_turn_order(tuple(Fighting(name, one.side, one.turn or "slow") for name, one in places.items()))


_SIDES = {True: "the players", False: "the Narrator"}


@rule("UA-105")
def side_of(scene: Scene, name: str) -> str:
    """The side of a character in a fight; outside one the players' characters against the others."""
    sides = sides_of_fight(scene)
    if name in sides:
        return sides[name]
    return _SIDES[scene.characters[name].kind == "player"]


def sides_of_fight(scene: Scene) -> dict[str, str]:
    """The side of every fighter, called after the players and the Narrator where each has one."""
    fighters = {} if scene.fight is None else scene.fight.combatants
    kinds = {(one.side, scene.characters[name].kind == "player") for name, one in fighters.items()}
    if len(kinds) == 2 and len({side for side, _ in kinds}) == 2 and len({plays for _, plays in kinds}) == 2:
        return {name: _SIDES[scene.characters[name].kind == "player"] for name in fighters}
    return {name: f"the {one.side} side" for name, one in fighters.items()}


def is_faint(effect: CharacterEffect) -> bool:
    """Whether an effect leaves a character unconscious."""
    return effect.text.lower() == UNCONSCIOUS


@rule("UA-92", "UA-A24", "UA-A38")
def is_helpless(sheet: Sheet) -> bool:
    """Severely Injured, or unconscious by an effect: no defence and no actions."""
    return sheet.severely_injured or (bool(sheet.effects) and any(is_faint(effect) for effect in sheet.effects))


def is_able(sheet: Sheet) -> bool:
    """Whether a character can act."""
    return not sheet.dead and not is_helpless(sheet)


@rule("UA-92")
def refuse_unable(sheet: Sheet) -> None:
    """Refuses the Severely Injured, the unconscious and the dead, who cannot act."""
    if not is_able(sheet):
        why = "dead" if sheet.dead else "Severely Injured" if sheet.severely_injured else "unconscious"
        raise Refused(f"incapacitated: {sheet.name} is {why}", "UA-92")


@rule("UA-95")
def refuse_dead(sheet: Sheet) -> None:
    """Refuses a dead character."""
    if sheet.dead:
        raise Refused(f"already dead: {sheet.name}", "UA-95")

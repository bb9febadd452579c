"""The fight rules, written once: rounds, whose turn it is, when the fight ends, and scenes as positions.

The table's actions, the duel rolls, advice and simulation all use it. The acts of a turn are in `fight_turn.py`,
attacks in `strikes.py`, the sensible acts and the plans in `plans.py`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rulewright.game.fight_step import NO_WINNER, Act, FightRules
from rulewright.game.fights import FightLine, FightStatus, LineBand, Same
from rulewright.game.turns import standing
from rulewright.games.untold_aeons.data import MELEE
from rulewright.games.untold_aeons.fight_state import (
    ACTION,
    BEGUN,
    BOTH,
    CHOSEN,
    FALLEN,
    MOVE,
    OVER,
    Combatant,
    Condition,
    Fight,
    Fighter,
    Fighters,
    Stage,
    fighter_of,
    health_left,
    is_up,
    karma_of,
)
from rulewright.games.untold_aeons.fight_turn import begin_turn, perform
from rulewright.games.untold_aeons.karma import NO_STAKES, Stakes
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.plans import HABITS, PLANS, acts
from rulewright.games.untold_aeons.scene import RunningFight, Scene, is_helpless, sides_of_fight
from rulewright.games.untold_aeons.sheet import Sheet
from rulewright.games.untold_aeons.turn_slots import first_slot
from rulewright.rules import Dice, rule


class UntoldFights(FightRules[Fight, Fighters], frozen=True, eq=False):
    """Fights in rounds: everyone chooses a turn, then each acts in their slot."""

    def performed(self, dice: Dice[Any], position: Fight, roster: Fighters, act: Act) -> Fight:
        """The position after an act; saves without a choice are rolled together with the attack."""
        return super().performed(dice, position, replace(roster, brief=True), act)

    def solver_step(self, dice: Dice[Any], position: Fight, roster: Fighters) -> Fight:
        """One step, and those after it in which nothing is rolled or decided: a turn begins, or has only one choice."""
        position = self.step(dice, position, roster)
        while not position.end and (
            position.left == 0 or (position.mine.stage == "" and len(self.acts(dice.options, position, roster)) == 1)
        ):
            position = self.step(dice, position, roster)
        return position

    def settled(self, options: Any, position: Fight, roster: Fighters) -> Fight:
        """The position with its end if only one side is left, or in the next turn if nothing is left of this one."""
        fight = _placed(position, roster)
        us = fight.mine
        if fight.end or (fight.left and us.condition == "up" and self.acts(options, fight, roster)):
            return fight
        if us.stage in OVER:
            stage: Stage = "done" if options.turn_choice == "each-round" else OVER[us.stage]
            fight = fight.after(replace(us, stage=stage), 0)
            if fight.turns_left is not None:
                fight = replace(fight, turns_left=fight.turns_left - 1)
                if fight.turns_left == 0:
                    return replace(fight, end=NO_WINNER)
        return _next(options, fight, roster)

    def answer(self, plan: str, question: str, choices: Sequence[Any]) -> Any:
        """The decision of a fighter who follows a plan in the middle of an action."""
        return HABITS[plan].answers(question, choices)

    def begins_round(self, before: Fight, after: Fight) -> bool:
        """Whether a new round began with a step."""
        return _is_done(before.combatants) and not _is_done(after.combatants) and not after.end

    def worth(self, end: Fight, side: str) -> int:
        """1 for a fight that the side has won, else 0; where turns are limited, a loss is worth less than no winner."""
        if end.turns_left is None or end.end in ("", NO_WINNER, side):
            return super().worth(end, side)
        return -1

    def against(self, position: Fight, roster: Fighters, foe: int) -> tuple[Fight, Fighters]:
        """The part of a fight between the acting combatant and one foe: without karma, at their present distance."""
        pair, duellists = super().against(replace(position, karma=None), roster, foe)
        us, them = pair.combatants
        away = abs(us.yards - them.yards)
        if away <= MELEE.reach or duellists.fighters[0].guns:
            for index, one in enumerate(duellists.fighters):
                melee = one.melee if away <= MELEE.reach else ()
                duellists = duellists.with_fighter(index, replace(one, stays=True, melee=melee))
        return pair, duellists

    # --- the table ---

    def turn_order(self, scene: Scene, options: Any) -> tuple[tuple[str, ...], str] | None:
        """The names as they entered, and whose turn or choice it is; None without a fight."""
        if scene.fight is None:
            return None
        names = tuple(scene.fight.combatants)
        if scene.fight.actor is not None:
            return names, scene.fight.actor
        return names, next(iter(scene.choosing() or scene.next_up()), "")

    def has_begun(self, scene: Scene, who: str) -> bool:
        """Whether the turn of a character has begun."""
        return scene.fight is not None and scene.fight.actor == who

    def turn_to_begin(self, scene: Scene, options: Any) -> str | None:
        """The only one who may take the next turn; None where several in a slot choose who of them is first."""
        if scene.fight is None or scene.fight.actor is not None:
            return None
        next_up = scene.next_up()
        return next_up[0] if len(next_up) == 1 else None

    def acts_now(self, scene: Scene, options: Any, position: Fight, roster: Fighters) -> tuple[Act, ...]:
        """The sensible acts in a scene; none while the current turn waits for its end."""
        if scene.fight is not None and scene.fight.actor is not None and position.mine.stage not in OVER:
            return ()
        return super().acts_now(scene, options, position, roster)

    def combatant_of(self, scene: Scene, name: str) -> Combatant:
        """The part of a character that a fight changes: from the sheet, their place, and the karma on them."""
        sheet, stakes = scene.sheet(name), scene.stakes.get(name, NO_STAKES).points
        one = Combatant(sheet.wounds, sheet.prone, condition=condition_of(sheet))
        running = scene.fight
        place = None if running is None else running.combatants.get(name)
        if place is None or running is None:
            return one.with_modifiers(0, sheet.next_check, stakes)
        stage: Stage = place.turn or ""
        if running.actor == name:
            stage = BEGUN.get(stage, "in-slow")
        elif place.acted:
            stage = "done-fast" if stage == "fast" else "done-slow"
        one = replace(one, yards=place.position, stage=stage)
        return one.with_modifiers(place.exposed, sheet.next_check, stakes)

    def between(self, scene: Scene, options: Any, *names: str) -> tuple[Fight, Fighters]:
        """The part of a fight that an action needs, with karma and the rest of the turn; also outside a fight."""
        fight, fighters = super().between(scene, options, *names)
        running = scene.fight
        left = _left_of(running) if running is not None and running.actor == names[0] else BOTH
        return replace(fight, left=left, karma=karma_of(scene.karma)), fighters

    def position_of(self, scene: Scene, options: Any, roster: Fighters) -> Fight:
        """The position of the fight in a scene: a turn with nothing left counts as ended."""
        running = scene.fight
        assert running is not None
        everyone = self.combatants_of(scene, roster.names)
        if options.turn_choice == "each-round":
            everyone = tuple(replace(one, stage="done") if one.stage in CHOSEN else one for one in everyone)
        fight = Fight(everyone, karma=karma_of(scene.karma))
        if running.actor is None:
            return _next(options, _placed(fight, roster), roster)
        return self.settled(options, replace(fight, at=roster.at(running.actor), left=_left_of(running)), roster)

    def written(self, scene: Scene, names: Sequence[str], position: Fight) -> Scene:
        """The scene with the fight's changes: sheets, places, karma, and the rest of the turn."""
        scene = super().written(replace(scene, karma=position.pools), names, position)
        if scene.fight is None or scene.fight.actor != names[position.at]:
            return scene
        left = {"actions": int(position.left >= ACTION), "moves": int(position.left in (MOVE, BOTH))}
        return replace(scene, fight=replace(scene.fight, **left))

    @rule("UA-93", "UA-94")
    def follows(self, sheet: Sheet, before: Combatant, after: Combatant) -> dict[str, Any]:
        """The condition of a character, and the dice for the next check; the Severely Injured start to bleed."""
        injured, dead = after.condition == "severely-injured", after.condition == "dead"
        bleeding = injured and (sheet.bleeding or not sheet.severely_injured)
        next_check = after.modifiers.next_check
        return {"severely_injured": injured, "bleeding": bleeding, "dead": dead, "next_check": next_check}

    def with_combatant(self, scene: Scene, name: str, combatant: Combatant) -> Scene:
        """The scene with the changes of a combatant: its sheet, place and karma."""
        scene, modifiers = super().with_combatant(scene, name, combatant), combatant.modifiers
        if modifiers.stakes or name in scene.stakes:
            others = {other: stakes for other, stakes in scene.stakes.items() if other != name}
            scene = replace(scene, stakes={**others, name: Stakes(modifiers.stakes)} if modifiers.stakes else others)
        if scene.fight is None or name not in scene.fight.combatants:
            return scene
        place = replace(scene.fight.combatants[name], position=combatant.yards, exposed=modifiers.exposed)
        if combatant.stage == "fast" or combatant.stage == "slow":
            place = replace(place, turn=combatant.stage)
        return replace(scene, fight=scene.fight.with_one(name, place))

    def is_small(self, options: Any, position: Fight, roster: Fighters) -> bool:
        """Whether a fight is small enough to be solved at the table: no one has to move, and no karma can be used."""
        karma = position.karma
        usable = karma is not None and (karma.players > 0 or not all(one.player for one in roster.fighters))
        places = [one.yards for one in position.combatants]
        nobody_moves = max(places) - min(places) <= MELEE.reach or all(one.stays for one in roster.fighters)
        return nobody_moves and not usable and super().is_small(options, position, roster)

    def status(
        self, scene: Scene, options: Any, side_of: Callable[[Any, str], str] | None = None
    ) -> FightStatus | None:
        """The running fight; it is over when only one side can still act."""
        fight = scene.fight
        if fight is None:
            return None
        over, winner = standing(sides_of_fight(scene), lambda name: self.can_act(scene, options, name))
        turn = fight.actor or next(iter(scene.next_up()), "")
        left = {"actions": fight.actions, "moves": fight.moves}
        due = {} if over else dict.fromkeys(scene.choosing(), "choose-turn")
        line = FightLine("yards", {name: one.position for name, one in fight.combatants.items()})
        if turn and not over:
            line = replace(line, bands=_bands(options, scene.sheet(turn)))
        return FightStatus(scene.round_order(), fight.round, turn, left, over, winner, due, line)


def _left_of(running: RunningFight) -> int:
    """What is left of the current turn."""
    return ACTION * running.actions + MOVE * running.moves


def _bands(options: Any, sheet: Sheet) -> tuple[LineBand, ...]:
    """The reach of a blow, and of the weapon that reaches farthest: point blank, in range, and the next range."""
    guns = {name: weapon.range for name, weapon in sheet.weapons.items() if weapon.range}
    blow = LineBand("reach of a blow", MELEE.reach)
    if not guns:
        return (blow,)
    gun, far = max(guns.items(), key=lambda one: one[1])
    near = LineBand("point blank", options.point_blank_yards)
    return (blow, near, LineBand(f"range of the {gun}", far - 1), LineBand("far", 2 * far - 1))


def _is_done(combatants: Sequence[Combatant]) -> bool:
    """Whether a turn of the round is over."""
    return any(one.stage.startswith("done") for one in combatants)


def _placed(fight: Fight, roster: Fighters) -> Fight:
    """The fight with every combatant who is out as `FALLEN`, and with its end if only one side is left."""
    everyone = [
        _within(one, fighter.most_wounds) for one, fighter in zip(fight.combatants, roster.fighters, strict=True)
    ]
    if all(one is before for one, before in zip(everyone, fight.combatants, strict=True)):
        return fight
    fight = replace(fight, combatants=tuple(everyone))
    left = {side for side, one in zip(roster.sides, everyone, strict=True) if one.condition == "up"}
    if len(left) > 1:
        return fight
    ends = tuple(replace(one, stage="", edge=None) for one in everyone)
    return replace(fight, combatants=ends, at=0, left=0, end=left.pop() if left else NO_WINNER)


def _within(one: Combatant, most: int) -> Combatant:
    """A combatant reduced to the values that matter to the fight."""
    if one.condition != "up":
        return FALLEN
    return replace(one, wounds=most) if most and one.wounds > most else one


@rule("UA-101", "UA-104", "UA-106", "UA-107", "UA-A35")
def _next(options: Options, fight: Fight, roster: Fighters) -> Fight:
    """The fight in which the next combatant chooses or begins a turn; after the last turn a new round begins."""
    if fight.end:
        return fight
    able = [at for at, one in enumerate(fight.combatants) if one.condition == "up"]
    waiting = [at for at in able if fight.combatants[at].stage in _WAITING]
    if not waiting:
        fight = _new_round(fight, roster)
        waiting = able
    for at in waiting:
        if fight.combatants[at].stage == "":
            return replace(fight, at=at, left=MOVE)
    turns = [(roster.fighters[at].initiating, fight.combatants[at].stage == "fast") for at in waiting]
    return replace(fight, at=waiting[first_slot(turns)[0]], left=0)


_WAITING: tuple[Stage, ...] = ("", "fast", "slow")


def _new_round(fight: Fight, roster: Fighters) -> Fight:
    """The fight in a new round: everyone in it chooses again, or has their turn again where the choice is kept."""

    def fresh(one: Combatant, fighter: Fighter) -> Combatant:
        if one.condition != "up":
            return one
        return replace(one, stage="fast" if fighter.stays else CHOSEN.get(one.stage, ""))

    everyone = zip(fight.combatants, roster.fighters, strict=True)
    return replace(fight, combatants=tuple(fresh(one, fighter) for one, fighter in everyone))


def fighter_in(scene: Scene, options: Options, name: str) -> Fighter:
    """The part of a character that a fight does not change, on the side that began the fight or on the other."""
    fighter = fighter_of(Same(scene.sheet(name)), options)
    place = None if scene.fight is None else scene.fight.combatants.get(name)
    return replace(fighter, initiating=False) if place is not None and place.side == "defending" else fighter


def condition_of(sheet: Sheet) -> Condition:
    """The condition of a character."""
    if sheet.dead:
        return "dead"
    return "severely-injured" if sheet.severely_injured else "unconscious" if is_helpless(sheet) else "up"


FIGHT = UntoldFights(
    combatant=Combatant,
    fighter=fighter_in,
    takes_part=lambda options, combatant: is_up(combatant),
    begin_turn=begin_turn,
    acts=acts,
    perform=perform,
    health=health_left,
    plans=PLANS,
    position=Fight,
    roster=Fighters,
)

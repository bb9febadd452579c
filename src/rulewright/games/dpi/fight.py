"""The fight rules: how a turn begins, the actions in it, who is out, its end, and plans.

The table's actions, the rolls `attack`, `volley`, `duel` and `skirmish`, advice and simulation all use it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from rulewright.game import FightStatus, undecided
from rulewright.game.fight_step import BEST, NO_WINNER, Act, FightRules
from rulewright.game.fights import Same
from rulewright.games.dpi.attack_for_solver import next_part
from rulewright.games.dpi.character_rolls import day_stress, level_of, roll_terms
from rulewright.games.dpi.data import DIFFICULTY
from rulewright.games.dpi.fight_attack import ready_shot
from rulewright.games.dpi.fight_state import (
    Arm,
    Combatant,
    Fighter,
    Fighters,
    FightPosition,
    Map,
    TurnContext,
    stands,
)
from rulewright.games.dpi.fight_turn import begin_turn, counts_moves, perform, shot_of
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.plans import PLANS, acts_on_map
from rulewright.games.dpi.plans_on_line import acts_on_line
from rulewright.games.dpi.scene import Body, Scene, dead_if_felled, is_standing
from rulewright.games.dpi.sheet import UNARMED, Agent, Foe, Owned, action_points, armour_of, hp_max, traumas_of
from rulewright.games.dpi.weapons import ap_to_fire
from rulewright.rules import Dice, rule

_SMALL = 300
"""States of two fighters beyond which their fight is simulated at the table instead of solved."""


@rule("DPI-46", "DPI-160", "DPI-A10", "DPI-A11")
def arm_of(
    options: Options, scene: Scene, body: Body, owned: Owned, skill: str | None = None, modifier: int = 0
) -> Arm:
    """A weapon in the hands of a character, rolled with its stat and skill unless the referee names another skill."""
    weapon = owned.entry
    skilled = isinstance(body, Foe) or all(level_of(body, name) >= level for name, level in weapon.needs)
    terms = roll_terms(options, scene, body, weapon.stat, skill or weapon.skill, modifier)
    return Arm(weapon, owned.level, terms, ap_to_fire(options, weapon), skilled)


GRENADE = Owned("grenade")


@rule("DPI-A10", "DPI-A40", "DPI-A41")
def fighter_of(options: Options, scene: Scene, body: Body) -> Fighter:
    """The constant part of a character in a fight, at this hour; of a hidden sheet only the weapons are known."""
    return _fighter_at(scene.minute, Same(body), options)


@lru_cache(maxsize=256)
def _fighter_at(minute: int, same: Same[Body], options: Options) -> Fighter:
    body, scene = same.value, Scene(minute=minute)
    if undecided.is_hidden(body):
        return _hidden_fighter(options, body)
    arms = tuple(arm_of(options, scene, body, owned) for owned in (*body.weapons, UNARMED, GRENADE))
    return Fighter(
        arms=arms,
        ap=action_points(options, body),
        hp_max=hp_max(body),
        difficulty=DIFFICULTY[body.difficulty if isinstance(body, Foe) else "normal"],
        day_stress=day_stress(options, scene, body),
        armour=armour_of(body),
        traumas=traumas_of(body),
        attacks=isinstance(body, Agent) or options.enemy_turns == "full",
        agent=isinstance(body, Agent),
        thrown=len(arms) - 1,
    )


def _hidden_fighter(options: Options, body: Body) -> Fighter:
    """A fighter of whom only the weapons are known; a rule that reads more of it raises."""
    unknown, agent, arms = undecided.UNDECIDED, isinstance(body, Agent), []
    for one in (*body.weapons, UNARMED, GRENADE):
        skilled = unknown if agent and one.entry.needs else True
        arms.append(Arm(one.entry, one.level, unknown, ap_to_fire(options, one.entry), skilled))
    attacks, thrown = agent or options.enemy_turns == "full", len(arms) - 1
    return Fighter(tuple(arms), unknown, unknown, unknown, unknown, attacks=attacks, agent=agent, thrown=thrown)


def map_of(options: Options, scene: Scene, names: Sequence[str]) -> Map:
    """The map of a scene, with the referee's cover of characters against each other."""
    cover = tuple(tuple(scene.cover_given(one, other) for other in names) for one in names) if scene.cover else ()
    walls, low = frozenset(scene.obstacles), frozenset(scene.low)
    return Map(scene.grid, scene.size, walls | low, cover, low, options.cover_by_map == "on")


class AgentFights(FightRules[FightPosition, Fighters], frozen=True, eq=False):
    """Fight rules over scenes with a map, agents and foes."""

    # --- the step, and its parts for the solver

    def by_plan(self, plan: str, options: Any, position: FightPosition, roster: Fighters) -> Act:
        """The act of a plan; no plan needs a list of all possible acts."""
        return self.plans[plan](options, position, roster, ())

    def solver_step(self, dice: Dice[Any], position: FightPosition, roster: Fighters) -> FightPosition:
        """One step, or between two fighters a part of it (`fight_parts`)."""
        if len(position.combatants) > 2:
            return self.step(dice, position, roster)
        if position.is_parted:
            return self._parted(dice.options, next_part(dice, position, roster), roster)
        if position.left == 0:
            return self._parted(dice.options, begin_turn(dice, position, roster)[0], roster)
        act = self.decided(dice, position, roster)
        if act.action != "attack":
            return self._parted(dice.options, perform(dice, position, roster, act)[0], roster)
        turn = TurnContext(dice.options, position, roster)
        shot = shot_of(turn, act)
        aimed = replace(ready_shot(turn, shot.arm).fight, aim=shot)
        if roster.plans[position.at] == BEST or not roster.is_duel:
            return aimed
        return self._parted(dice.options, next_part(dice, aimed, roster), roster)

    def _parted(self, options: Options, position: FightPosition, roster: Fighters) -> FightPosition:
        """The next position for the solver: on open ground only the distance counts, and turns begin at once."""
        one, other = position.combatants
        if not roster.on_line and roster.place.is_open:
            apart = roster.spaces(options, position, 0, 1) or 0
            one, other = replace(one, space=(0, 0)), replace(other, space=(apart, 0))
            position = replace(position, combatants=(one, other))
        goes_on = position.left and one.hp > 0 and other.hp > 0 and not (position.end or one.gone)
        if position.is_parted or goes_on:
            return position
        after = self.settled(options, position, roster)
        if after.end or after.left or after.mine.burning:
            return after
        return replace(after, left=roster.fighters[after.at].ap)

    def settled(self, options: Any, position: FightPosition, roster: Fighters) -> FightPosition:
        """The position with its end, or in the next turn; of an ended fight only HP and Stress are kept.

        A side that is left alone has won, unless an enemy got away.
        """
        after = super().settled(options, position, roster)
        if not after.end:
            return after if after.left else replace(after, moved=0, diagonals=0)
        everyone = zip(after.combatants, roster.sides, strict=True)
        escaped = any(one.gone and one.hp > 0 and side != after.end for one, side in everyone)
        ends = tuple([Combatant(max(0, one.hp), stress=one.stress, gone=one.gone) for one in after.combatants])
        return FightPosition(ends, end=NO_WINNER if escaped else after.end)

    def is_small(self, options: Any, position: FightPosition, roster: Fighters) -> bool:
        """Whether a fight is small enough to be solved at the table: one against one, close, with few points left."""
        if len(roster.names) != 2 or not (roster.on_line or roster.place.is_open):
            return False
        away = 0 if roster.on_line else roster.spaces(options, position, 0, 1) or 0
        size = 1 + away
        for one, fighter in zip(position.combatants, roster.fighters, strict=True):
            size *= max(1, one.hp) * (1 + one.fortitude)
            if fighter.attacks or away > 1:
                size *= fighter.ap
        return size <= _SMALL

    def against(self, position: FightPosition, roster: Fighters, foe: int) -> tuple[FightPosition, Fighters]:
        """The part of a fight between the one whose turn it is and one foe."""
        duel, fighters = super().against(position, roster, foe)
        pair, rows = (position.at, foe), fighters.place.cover
        cover = tuple(tuple(rows[one][other] for other in pair) for one in pair) if rows else ()
        return duel, replace(fighters, place=replace(fighters.place, cover=cover))

    def likeness(self, options: Any, position: FightPosition, roster: Fighters, act: Act, index: int) -> Hashable:
        """A key of similar acts: a foe's distance and cover count, not its space; area attacks all differ."""
        at, weapon = position.at, dict(act.params).get("weapon")
        if any(arm.weapon.name == weapon and arm.weapon.area for arm in roster.fighters[at].arms):
            return index
        side, fighter, body = roster.sides[index], roster.fighters[index], position.combatants[index]
        cover = roster.cover(position, index, at), roster.cover(position, at, index)
        return side, fighter, replace(body, space=(0, 0)), roster.spaces(options, position, at, index), cover

    # --- the table

    def roster_of(
        self, scene: Any, options: Any, names: Sequence[str], sides: Mapping[str, str], plans: Mapping[str, str]
    ) -> Fighters:
        """Everyone with these names, and the map."""
        return replace(super().roster_of(scene, options, names, sides, plans), place=map_of(options, scene, names))

    def not_on_sheet(self, scene: Scene, name: str) -> dict[str, Any]:
        """The shots in each weapon, and whether the character has left the fight; the dead have no HP."""
        body, fight = scene.characters[name], scene.running
        gone = fight is not None and name in fight.gone
        dead = {"hp": min(0, body.hp)} if isinstance(body, Agent) and body.life != "alive" else {}
        return {"shots": tuple(owned.shots for owned in body.weapons), "gone": gone, **dead}

    def follows(self, sheet: Body, before: Combatant, after: Combatant) -> dict[str, Any]:
        """The weapons with the shots left in each."""
        if after.shots == before.shots:
            return {}
        loaded = zip(sheet.weapons, after.shots, strict=True)
        return {"weapons": tuple(replace(owned, shots=shots) for owned, shots in loaded)}

    def position_of(self, scene: Any, options: Any, roster: Fighters) -> FightPosition:
        """The position of the fight in a scene: a turn with nothing left counts as ended."""
        fight = scene.fight
        at = roster.at(fight.turn)
        moved = fight.moved if counts_moves(options, roster.fighters[at]) else 0
        left = fight.ap if fight.begun else 0
        combatants = self.combatants_of(scene, roster.names)
        if fight.over:
            combatants = tuple(
                [replace(one, gone=name in fight.gone) for one, name in zip(combatants, roster.names, strict=True)]
            )
        position = FightPosition(combatants, at, left, moved=moved, diagonals=fight.diagonals)
        waits = not fight.begun and not fight.over and stands(position.mine)
        if waits and len({side for one, side in zip(combatants, roster.sides, strict=True) if stands(one)}) > 1:
            return position
        return self.settled(options, position, roster)

    def status(self, scene: Any, options: Any, side_of: Any) -> FightStatus | None:
        """The fight in a scene, with the winner when it is over."""
        fight = scene.fight
        if fight is None:
            return None
        return FightStatus(fight.order, fight.round, fight.turn, {"ap": fight.ap}, fight.over, fight.winner)

    def health_of(self, scene: Any, options: Any, name: str) -> int:
        """The HP of a standing character, at least 0; 0 for others."""
        body = scene.sheet(name)
        return max(0, body.hp) if is_standing(body) else 0

    def now(self, scene: Scene, options: Options, who: str) -> TurnContext:
        """Everyone in a scene, as one of them acts; cached for the same scene."""
        return _now(Same(scene), options, who)

    def carried_out(self, scene: Scene, turn: TurnContext) -> Scene:
        """The scene after an action: its changes, the AP it cost, and the deaths."""
        fight, running = turn.fight, scene.running
        after: Scene = self.written(scene, turn.fighters.names, fight)
        for name, body in after.characters.items():
            if body is not scene.characters[name]:
                after = after.with_sheet(name, dead_if_felled(turn.options, body))
        if running is None or running.turn != turn.fighters.names[fight.at]:
            return after
        moved = fight.moved or running.moved
        return replace(after, fight=replace(running, ap=fight.left, moved=moved, diagonals=fight.diagonals))


@lru_cache(maxsize=16)
def _now(same: Same[Scene], options: Options, who: str) -> TurnContext:
    scene = same.value
    names, fight = tuple(scene.characters), scene.running
    sides = {name: scene.side_in_fight(name) for name in names}
    fighters = replace(FIGHT.roster_of(scene, options, names, sides, {}), by_name=True)
    position = FightPosition(FIGHT.combatants_of(scene, names), names.index(who))
    if fight is not None and fight.turn == who:
        position = replace(position, left=fight.ap, moved=fight.moved, diagonals=fight.diagonals)
    return TurnContext(options, position, fighters)


V = TypeVar("V")


def _in_turn(choose: Callable[[TurnContext], V]) -> Callable[..., V]:
    """A function of a turn, as the engine calls it."""
    return lambda options, position, roster, *_: choose(TurnContext(options, position, roster))


FIGHT = AgentFights(
    combatant=Combatant,
    fighter=lambda scene, options, name: fighter_of(options, scene, scene.characters[name]),
    takes_part=lambda options, combatant: stands(combatant),
    begin_turn=begin_turn,
    acts=_in_turn(lambda turn: acts_on_line(turn) if turn.fighters.on_line else acts_on_map(turn)),
    perform=perform,
    health=lambda combatant, fighter: max(0, combatant.hp),
    measure="HP",
    plans={name: _in_turn(plan) for name, plan in PLANS.items()},
    actions="ap",
    position=FightPosition,
    roster=Fighters,
)

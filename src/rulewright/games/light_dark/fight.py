"""The fight rules of Challenges: the step of the solver, and the scene that a fight is taken from and written to.

The table's actions, the rolls of a fight, best play, advice and simulation all use it. The acts of a turn are in
`fight_turn.py`.
"""

from collections.abc import Sequence
from typing import Any, cast

from msgspec.structs import replace

from rulewright.game.fight_step import FightRules
from rulewright.games.light_dark.challenges import is_one_action
from rulewright.games.light_dark.data import ATTRIBUTES, DICE
from rulewright.games.light_dark.effects import MOST, read_die
from rulewright.games.light_dark.fight_state import (
    ONGOING,
    ChallengeState,
    Combatant,
    Fighters,
    Hero,
    Means,
    Stand,
    Standoff,
    Threat,
    WayToAct,
    takes_part,
    ways_of,
)
from rulewright.games.light_dark.fight_turn import halted, next_effect, open_turn, perform
from rulewright.games.light_dark.harm import MOST_PROTECTION
from rulewright.games.light_dark.light_dice import pool_in_play
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.plans import PLANS, acts
from rulewright.games.light_dark.scene import Challenge, Scene, fight_status, next_to_act
from rulewright.games.light_dark.sheet import Sheet, maxima_of
from rulewright.games.light_dark.weapons import HEAVY_RANGED, MEDIUM_RANGED, Arm, arm
from rulewright.rules import Dice, rule


class ChallengeRules(FightRules[Standoff, Fighters], frozen=True, eq=False):
    """Fights of PCs against a Challenge, which answers through the results of their turns."""

    def step(self, dice: Dice[Any], position: Standoff, roster: Fighters) -> Standoff:
        """One step: a PC acts, or the next Effect of the turn comes."""
        if position.pending:
            after = next_effect(dice, position, roster)
        else:
            after, _ = open_turn(dice, position, roster, self.decided(dice, position, roster))
        return self.settled(dice.options, after, roster)

    def is_within(self, position: Standoff) -> bool:
        """Whether Effects of the turn are still to come."""
        return bool(position.pending)

    def settled(self, options: Any, position: Standoff, roster: Fighters) -> Standoff:
        """The position with its end, and in the turn of the next PC who is up if this one is over."""
        if position.pending:
            return position
        foe, threat = position.foe, cast(Threat, roster.fighters[-1])
        after = super().settled(options, position, roster)
        rounds, end = after.rounds_left, "" if after.rounds_left == 0 else after.end
        if takes_part(options, foe) and has_no_facet(foe, threat):
            end = roster.sides[-1]
        if end:
            if rounds is not None and rounds == position.rounds_left and not position.left:
                rounds -= 1  # the turn that ends a fight counts
            return Standoff(position.combatants, rounds_left=rounds, end=end)
        stopped = halted(options, after, roster) or (ONGOING if rounds == 0 else "")
        return Standoff(position.combatants, after.at, 0 if stopped else 1, rounds, stopped)

    def has_turns(self, fighter: Means | Threat) -> bool:
        """Whether the fighter is a PC: a Challenge has no turns."""
        return isinstance(fighter, Means)

    def counted_in(self, fighter: Means | Threat) -> str:
        """HP for a PC, Disposition for a Challenge."""
        return "Disposition" if isinstance(fighter, Threat) else "HP"

    # --- the table ---

    def turn_order(self, scene: Scene, options: Any) -> tuple[tuple[str, ...], str] | None:
        """The PCs who face the Challenge, and it, with the PC whose turn it is; None without a Challenge."""
        status = fight_status(scene, options)
        return None if status is None or status.over else (status.order, status.turn)

    def fighters_of(self, scene: Scene, options: Any, names: Sequence[str]) -> tuple[Means | Threat, ...]:
        """The constant part of these PCs and of the Challenge, which is the last name."""
        pcs, faced = [scene.sheet(name) for name in names[:-1]], scene.challenge(names[-1])
        threat = threat_of(options, faced, max((sheet.hp for sheet in pcs), default=0))
        return (*(means_of(options, scene, sheet, faced) for sheet in pcs), threat)

    def combatant_of(self, scene: Scene, name: str) -> Combatant:
        """The part of a Challenge, or of a PC, that a fight changes."""
        if name not in scene.challenges:
            return hero_of(scene.sheet(name))
        facets = scene.challenges[name].facets.values()
        return ChallengeState(tuple(one.disposition_left for one in facets), tuple(one.failed for one in facets))

    def combatants_of(self, scene: Scene, names: Sequence[str]) -> tuple[Combatant, ...]:
        """The parts that a fight changes; the last name is the Challenge, even if a PC has the same name."""
        return (*(hero_of(scene.sheet(name)) for name in names[:-1]), self.combatant_of(scene, names[-1]))

    def health_of(self, scene: Scene, options: Any, name: str) -> int:
        """The HP of a PC who is up, or the Disposition that an open Challenge has left."""
        if name in scene.challenges and scene.challenges[name].status != "open":
            return 0
        one = self.combatant_of(scene, name)
        return hp_left(one, None) if takes_part(options, one) else 0

    def position_of(self, scene: Scene, options: Any, roster: Fighters) -> Standoff:
        """The position of the Challenge in a scene, before the next PC's turn."""
        at = roster.at(next_to_act(scene, scene.challenges[roster.names[-1]], roster.names[:-1]))
        return self.settled(options, Standoff(self.combatants_of(scene, roster.names), at, 1), roster)

    def with_combatant(self, scene: Scene, name: str, combatant: Combatant) -> Scene:
        """The scene with the changes of the fight written back to a PC or the Challenge."""
        if isinstance(combatant, ChallengeState):
            return scene.with_challenge(name, written_challenge(scene.challenges[name], combatant))
        return scene.with_sheet(name, written_sheet(scene, scene.sheet(name), combatant))

    def against(self, position: Standoff, roster: Fighters, foe: int) -> tuple[Standoff, Fighters]:
        """The fight reduced to the PC whose turn it is and the Challenge."""
        return super().against(position, roster, len(roster.names) - 1)


@rule("LD-A34", "LD-A36")
def has_no_facet(foe: ChallengeState, threat: Threat) -> bool:
    """Whether the Challenge has only facets that one action decides, and all of them have failed."""
    return all(stand.one_action for stand in threat.facets) and all(foe.failed)


def hp_left(one: Combatant, fighter: Any) -> int:
    """A PC's HP, or the least Disposition left of any facet that has not failed."""
    if isinstance(one, ChallengeState):
        return min((left for left, failed in zip(one.left, one.failed, strict=True) if not failed), default=0)
    return one.hp


def hero_of(sheet: Sheet) -> Hero:
    """The part of a PC that a fight changes; the dead take no part in it."""
    hp = 0 if sheet.status == "dead" else sheet.hp
    return Hero(hp, sheet.ego, sheet.gear.shield, sheet.loaded, sheet.readied, tuple(sheet.conditions))


@rule("LD-40", "LD-70", "LD-73", "LD-74", "LD-A37", "LD-A45", "LD-A47")
def means_of(options: Options, scene: Scene, sheet: Sheet, challenge: Challenge) -> Means:
    """The means of a PC against a Challenge with the weapon in hand, on each facet by the best Attribute that fits."""
    held = sheet.gear.held()
    known = {name: one.light for name, one in scene.scenario.conditions.items()} | sheet.conditions
    return Means(
        tuple(way for name in challenge.facets for way in _ways_on(options, sheet, challenge, name)),
        sheet.gear.armour,
        maxima_of(options, sheet).max_ego,
        conditions=tuple(known.items()),
        held=tuple(sheet.conditions),
        readies=held == HEAVY_RANGED,
        reloads=held == MEDIUM_RANGED,
    )


def _ways_on(options: Options, sheet: Sheet, challenge: Challenge, name: str) -> tuple[WayToAct, ...]:
    """The ways to act on a facet with the weapon in hand, or the tool that fits: plain, readied or in a burst."""
    facet, at = challenge.facets[name], list(challenge.facets).index(name)
    attribute = facet.attribute
    if attribute is None:
        attribute = max(ATTRIBUTES, key=lambda one: pool_in_play(sheet, one, None).light(options))
    named = (*(() if len(challenge.facets) == 1 else (("facet", name),)), ("attribute", attribute))
    plain = way_on(sheet, arm(options, facet.tool or sheet.gear.held()), attribute, facet=at)
    return ways_of(options, replace(plain, named=named))


def way_on(
    sheet: Sheet,
    weapon: Arm,
    attribute: str,
    skill: str | None = None,
    light_mod: int = 0,
    relevant: bool = True,
    facet: int = 0,
) -> WayToAct:
    """A way to act on a facet with an Attribute and a Skill of a sheet."""
    pool = pool_in_play(sheet, attribute, skill)
    more = pool.light_mod + light_mod
    return WayToAct(weapon, pool.attribute, pool.skill, more, relevant, facet, attribute_name=attribute)


def threat_of(options: Options, challenge: Challenge, hp: int) -> Threat:
    """The part of a Challenge that stays the same; its cap is high enough for every Effect that can matter."""
    facets = challenge.facets.values()
    cap = max(DICE.cap, hp + MOST_PROTECTION, *(one.disposition_left for one in facets))
    return Threat(
        tuple(
            Stand(
                None if one.dice == "none" else read_die(one.dice, most=MOST),
                is_one_action(options, one.level),
                one.hits or ("fork" if challenge.forks else "body"),
            )
            for one in facets
        ),
        cap,
    )


@rule("LD-22", "LD-23", "LD-26", "LD-30", "LD-31")
def written_sheet(scene: Scene, sheet: Sheet, one: Hero) -> Sheet:
    """The sheet after a fight's step; at 0 HP the PC is unconscious and owes an Attribute point, at 0 Ego lost."""
    if sheet.status != "up":
        return sheet
    known = {name: listed.light for name, listed in scene.scenario.conditions.items()} | sheet.conditions
    return replace(
        sheet,
        hp=one.hp,
        ego=one.ego,
        gear=replace(sheet.gear, shield=one.shield),
        loaded=one.loaded,
        readied=one.readied,
        conditions={name: known[name] for name in one.conditions},
        status="lost" if one.ego == 0 else "unconscious" if one.hp == 0 else "up",
        loss_due=sheet.loss_due or one.hp == 0,
    )


@rule("LD-54", "LD-63", "LD-A34", "LD-A36")
def written_challenge(challenge: Challenge, one: ChallengeState) -> Challenge:
    """The Challenge after a fight's step: overcome with any facet, failed with all of them."""
    facets = {
        name: replace(facet, disposition_left=left, failed=failed)
        for (name, facet), left, failed in zip(challenge.facets.items(), one.left, one.failed, strict=True)
    }
    status = "overcome" if 0 in one.left else "failed" if all(one.failed) else challenge.status
    return replace(challenge, facets=facets, status=status)


FIGHT = ChallengeRules(
    combatant=Hero,
    fighter=lambda scene, options, name: Means(()),
    takes_part=takes_part,
    acts=acts,
    perform=perform,
    health=hp_left,
    plans=PLANS,
    at_once=1,
    measure="HP or Disposition",
    bring="start-challenge",
    begin="",
    end="",
    position=Standoff,
)

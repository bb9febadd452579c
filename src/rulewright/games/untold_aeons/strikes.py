"""Attacks in a fight, hand to hand and with firearms: reactions, karma, damage and the saves that follow."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import BEST
from rulewright.games.untold_aeons.check import reroll as roll_again
from rulewright.games.untold_aeons.data import SAVES
from rulewright.games.untold_aeons.fight_state import ACTION, MOVE, Arm, Combatant, Condition, Fight, Fighters
from rulewright.games.untold_aeons.firearm import (
    FirearmDice,
    Shot,
    band_at,
    fired,
    shooter_dice,
    shot_difficulty,
    shot_outcome,
)
from rulewright.games.untold_aeons.karma import NO_LIFT, NO_STAKES, KarmaPools, Lift, Stake, Stakes, lift, shared_stakes
from rulewright.games.untold_aeons.melee import (
    COUNTERS,
    HITS,
    Defence,
    MeleeDice,
    MeleeOutcome,
    contest_dice,
    melee_outcome,
    struck,
)
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.plans import DIVE, FIRE, HABITS, REACT, WHICH_WEAPON
from rulewright.games.untold_aeons.pools import (
    Count,
    MeleeTally,
    SideFaces,
    difficulty_faces,
    opposing_dice,
    skill_faces,
)
from rulewright.games.untold_aeons.rerolls import RerollKarma, Wish, save_with_karma, spends_on_reroll, throw
from rulewright.games.untold_aeons.wounds import Body, body_when_failed, stays_up, wound_save_due
from rulewright.rules import Dice, rule

Reaction = Literal["defend", "dodge", "fight-back"]
Fire = Literal["single", "rapid"]


class Attacked(Struct, frozen=True):
    """How an attack went: the damage, the character struck, and their state after it."""

    result: str
    defence: str
    damage: int
    net: int
    struck: str
    state: str


class RapidFire(Attacked, frozen=True):
    """How rapid fire went, with the shots that hit and those of them that hit critically."""

    hits: int
    criticals: int


class Struck(Struct, frozen=True):
    """How an attack went, and the net that is left to be spent."""

    attacked: Attacked
    left: int


def after_action(fight: Fight) -> int:
    """The rest of a turn after its action: a Slow turn still has its move."""
    return MOVE if fight.mine.stage != "in-fast" and fight.left != ACTION else 0


# --- reactions and rerolls ---


@rule("UA-109", "UA-A38", "UA-A40")
def reaction(dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, wish: Reaction | None) -> Defence:
    """The helpless have no defence; all others choose, and the prone cannot dodge."""
    them = fight.combatants[target]
    if them.condition != "up":
        return "none"
    if wish is not None:
        return wish
    prone = bool(them.prone)
    choices: tuple[Defence, ...] = ("defend", "fight-back") if prone else ("defend", "dodge", "fight-back")
    return fighters.ask(dice, target, REACT, choices, lambda plan: HABITS[plan].reacts(prone))


@rule("UA-109", "UA-A41")
def weapon_back(dice: Dice[Options], fighters: Fighters, target: int, defence: Defence) -> Arm:
    """The weapon of a target who fights back, if there is a choice; bare hands otherwise."""
    *held, bare = fighters.fighters[target].melee or (Arm("unarmed", 0),)
    if defence != "fight-back" or not held:
        return held[0] if held else bare
    arms = (*held, bare)
    names = tuple(arm.name for arm in arms)
    return arms[names.index(fighters.ask(dice, target, WHICH_WEAPON, names, lambda plan: names[0]))]


def fighter_karma(dice: Dice[Options], fight: Fight, fighters: Fighters, index: int, wish: Wish) -> RerollKarma:
    """The karma pools, and how a fighter decides on a reroll; those who follow a plan reroll only saves."""

    def ask(question: str, choices: Sequence[str]) -> Any:
        return fighters.ask(dice, index, question, choices, lambda plan: HABITS[plan].answers(question, choices))

    return RerollKarma(fight.pools, ask if fighters.fighters[index].player else None, wish)


def with_karma(fight: Fight, karma: KarmaPools) -> Fight:
    """The fight with these karma pools."""
    return fight if fight.karma is None else replace(fight, karma=karma)


def after_roll(combatant: Combatant, stakes: tuple[Stake, ...] = ()) -> Combatant:
    """The combatant after a roll, which used up the dice for the next check and the karma on it, except the rest."""
    return combatant if combatant.edge is None else combatant.with_modifiers(combatant.edge.exposed, 0, stakes)


def rerolls_saves(fight: Fight, fighters: Fighters, *rolling: int) -> bool:
    """Whether karma may reroll a save of one of these fighters."""
    karma = fight.karma
    return karma is not None and any(fighters.fighters[at].player for at in rolling) and karma.players > 0


def rerolls_strikes(fight: Fight, fighters: Fighters, *rolling: int) -> bool:
    """Whether karma may reroll the attack or defence of one of these fighters; by a plan it never does."""
    return rerolls_saves(fight, fighters, *(at for at in rolling if fighters.plans[at] == BEST))


# --- melee ---


@rule(
    "UA-03", "UA-87", "UA-109", "UA-110", "UA-111", "UA-114", "UA-117", "UA-119", "UA-120", "UA-146",
    "UA-A6", "UA-A37", "UA-A38", "UA-A39", "UA-A41", "UA-A48",
)  # fmt: skip
def attack(
    dice: Dice[Options],
    fight: Fight,
    fighters: Fighters,
    target: int,
    weapon: str,
    defence: Reaction | None = None,
    target_weapon: str | None = None,
    bonus: int = 0,
    defence_bonus: int = 0,
    wish: Wish = None,
) -> tuple[Fight, Struck]:
    """An attack in melee that the target dodges, defends against, or fights back against."""
    options, at = dice.options, fight.at
    ours, theirs = fighters.fighters[at], fighters.fighters[target]
    us, them = fight.mine, fight.combatants[target]
    chosen = reaction(dice, fight, fighters, target, defence)
    back = weapon_back(dice, fighters, target, chosen) if target_weapon is None else theirs.arm(target_weapon)
    counting, waiting = NO_STAKES, NO_STAKES
    if chosen != "none" and them.edge is not None:
        counting, waiting = shared_stakes(options, us.karma, them.karma)
    # +2 difficulty on one side's dice is +2 dice for the other (UA-A6).
    own_lift, their_lift = _contest(options, us.karma, counting), _contest(options, counting, us.karma)
    dodges = chosen == "dodge"
    own_bonus = bonus + us.modifiers.next_check + them.modifiers.exposed + own_lift.dice
    their_skill = theirs.dexterity if dodges else theirs.brawl
    their_bonus = defence_bonus + them.modifiers.next_check + their_lift.dice
    exchange = MeleeDice(
        contest_dice(options, ours.brawl, own_bonus, ours.shaken, us.prone),
        own_lift.successes,
        chosen,
        contest_dice(options, their_skill, their_bonus, theirs.shaken, them.prone),
        their_lift.successes,
        ours.numbers_of(ours.arm(weapon)),
        theirs.numbers_of(back),
    )
    fight = fight.after(after_roll(us), after_action(fight))
    if dodges or (them.edge is not None and chosen != "none"):
        fight = fight.with_combatant(target, replace(after_roll(them, waiting.points), prone=them.prone or dodges))
    return resolved(dice, fight, fighters, target, exchange, chosen, wish)


def _contest(options: Options, own: Stakes, other: Stakes) -> Lift:
    """The effect of karma on one side of a contest: its own bonus, and the difficulty on the other side."""
    if not own.points and not other.points:
        return NO_LIFT
    points = (*(one for one in own.points if one.use == "bonus"), *(one for one in other.points if one.use != "bonus"))
    return lift(options, Stakes(tuple(replace(one, use="bonus") for one in points)))


# --- firearms ---


@rule(
    "UA-03", "UA-121", "UA-125", "UA-126", "UA-127", "UA-128", "UA-129", "UA-130", "UA-131", "UA-133", "UA-134",
    "UA-146", "UA-A43", "UA-A44", "UA-A45", "UA-A46",
)  # fmt: skip
def shoot(
    dice: Dice[Options],
    fight: Fight,
    fighters: Fighters,
    target: int,
    weapon: str,
    fire: Fire | None = None,
    dive: Literal["stay", "dive"] | None = None,
    aware: bool = True,
    modifier: int = 0,
    distance: int | None = None,
    bonus: int = 0,
    most_hits: int | None = None,
    wish: Wish = None,
) -> tuple[Fight, Struck]:
    """A shot, or rapid fire, at a target who may dive for cover."""
    options, at = dice.options, fight.at
    ours, theirs = fighters.fighters[at], fighters.fighters[target]
    us, them = fight.mine, fight.combatants[target]
    gun = ours.arm(weapon)
    if fire is None:
        fire = "single"
        if gun.rapid_fire:
            choices: tuple[Fire, ...] = ("single", "rapid")
            fire = fighters.ask(dice, at, FIRE, choices, lambda plan: ours.planned_fire)
    if dive is None:
        dive = "stay"
        if aware and them.condition == "up" and not them.prone:
            ways: tuple[Literal["stay", "dive"], ...] = ("stay", "dive")
            dive = fighters.ask(dice, target, DIVE, ways, lambda plan: HABITS[plan].answers(DIVE, ways))
    dives, rapid = dive == "dive", gun.rapid_fire if fire == "rapid" else 0
    band = ours.band or band_at(options, abs(us.yards - them.yards) if distance is None else distance, gun.range)
    karma = lift(options, us.karma) if us.edge is not None else NO_LIFT
    own_bonus = bonus + us.modifiers.next_check + them.modifiers.exposed + karma.dice
    volley = FirearmDice(
        shooter_dice(options, ours.firearms, own_bonus, ours.shaken, rapid > 0),
        karma.successes,
        shot_difficulty(band, ours.modifier + modifier + karma.difficulty, dives, theirs.dexterity),
        gun.base,
        gun.piercing,
        theirs.toughness,
        rapid if most_hits is None else min(rapid, most_hits),
    )
    fight = fight.after(after_roll(us), after_action(fight))
    if dives:
        fight = fight.with_combatant(target, replace(them, prone=True))
    return resolved(dice, fight, fighters, target, volley, "dive" if dives else "stay", wish)


# --- the dice of an attack, and what follows from them ---

Ready = MeleeDice | FirearmDice
"""An attack ready to be rolled."""


class StrikeDamage(NamedTuple):
    """The damage to both sides, at most one of which is struck."""

    target: int
    striker: int


@rule("UA-109", "UA-119", "UA-133", "UA-149", "UA-150")
def harm_of(dice: Dice[Options], ready: Ready) -> StrikeDamage:
    """The damage that an attack does to either side."""
    if isinstance(ready, FirearmDice):
        return StrikeDamage(fired(dice, ready).damage, 0)
    found = struck(dice, ready)
    return StrikeDamage(0, found.damage) if found.result in COUNTERS else StrikeDamage(found.damage, 0)


@rule("UA-89", "UA-91", "UA-92", "UA-95", "UA-109", "UA-119", "UA-133")
def harm_and_saves(
    dice: Dice[Options],
    ready: Ready,
    their_toughness: int,
    their_save: int,
    their_wounds: int,
    own_toughness: int,
    own_save: int,
    own_wounds: int,
) -> StrikeDamage | Literal["target out", "striker out"]:
    """An attack with the saves of the side struck."""
    harm = dice.call(harm_of, ready)
    if harm.target and not dice.call(stays_up, their_toughness, their_save, their_wounds + harm.target):
        return "target out"
    if harm.striker and not dice.call(stays_up, own_toughness, own_save, own_wounds + harm.striker):
        return "striker out"
    return harm


_UNSEEN = Struck(Attacked("", "", 0, 0, "", ""), 0)
"""The outcome of an attack of which only the position is needed."""


def resolved(
    dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, ready: Ready, defence: str, wish: Wish
) -> tuple[Fight, Struck]:
    """The dice of an attack, the damage to the side struck, and the net left to be spent."""
    at = fight.at
    rolling = (at,) if isinstance(ready, FirearmDice) else (at, target)
    if fighters.brief and not rerolls_strikes(fight, fighters, *rolling):
        return _in_brief(dice, fight, fighters, target, ready), _UNSEEN
    fight, found = _rolled(dice, fight, fighters, target, ready, wish)
    hit_at = target if found.result in HITS else at if found.result in COUNTERS else None
    name = state = ""
    if hit_at is not None:
        name = fighters.names[hit_at]
        fight, state = hurt(dice, fight, fighters, hit_at, found.damage, wish)
    went = (found.result, defence, found.damage, found.net, name, state)
    rapid = isinstance(ready, FirearmDice) and ready.rapid_fire
    attacked = RapidFire(*went, found.hits, found.criticals) if rapid and isinstance(found, Shot) else Attacked(*went)
    return fight, Struck(attacked, found.net_left)


def _in_brief(dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, ready: Ready) -> Fight:
    """The position after an attack whose dice no one rerolls; saves without a choice are rolled together with it."""
    options, at = dice.options, fight.at
    ours, theirs = fighters.fighters[at], fighters.fighters[target]
    us, them = fight.mine, fight.combatants[target]
    # The attacker can be hurt only by a defender who fights back: fewer states to price.
    risk = isinstance(ready, MeleeDice) and ready.defence == "fight-back"
    saving = (at, target) if risk else (target,)
    if any(fight.combatants[one].modifiers.stakes for one in saving) or rerolls_saves(fight, fighters, *saving):
        harm = dice.call(harm_of, ready)
        hit, damage = (at, harm.striker) if harm.striker else (target, harm.target)
        return hurt(dice, fight, fighters, hit, damage, None)[0]
    their_save, own_save = theirs.save_dice(options), ours.save_dice(options)
    own_wounds = us.wounds if risk else 0
    found = dice.call(
        harm_and_saves, ready, theirs.toughness, their_save, them.wounds, ours.toughness, own_save, own_wounds
    )
    if found == "target out":
        return fight.with_combatant(target, replace(them, condition="severely-injured"))
    if found == "striker out":
        return fight.with_combatant(at, replace(us, condition="severely-injured"))
    if found.target:
        return fight.with_combatant(target, replace(them, wounds=them.wounds + found.target))
    return fight.with_combatant(at, replace(us, wounds=us.wounds + found.striker)) if found.striker else fight


@rule("UA-19", "UA-A5", "UA-A37")
def _rolled(
    dice: Dice[Options], fight: Fight, fighters: Fighters, target: int, ready: Ready, wish: Wish
) -> tuple[Fight, MeleeOutcome | Shot]:
    """The dice of an attack, of which karma may reroll the attacker's, or a defender's instead."""
    options, name, against = dice.options, "attack", difficulty_faces(0)
    if isinstance(ready, FirearmDice):
        name, against = "shot", difficulty_faces(ready.difficulty)
    elif ready.defence != "none":
        against = skill_faces(options, ready.their_dice)

    def outcome(own: SideFaces, others: SideFaces) -> MeleeOutcome | Shot:
        if isinstance(ready, FirearmDice):
            return shot_outcome(options, ready, Count(own.successes, others.successes, own.ones - others.ones))
        own_side, other_side = MeleeTally(own.successes, own.ones), MeleeTally(others.successes, others.ones)
        return melee_outcome(options, ready, own_side, other_side)

    def misses(own: SideFaces, others: SideFaces) -> bool:
        return outcome(own, others).result not in HITS

    rerolls = fighter_karma(dice, fight, fighters, fight.at, wish)
    karma, threw = throw(dice, rerolls, ready.own_dice, against, misses, name)
    own, others = threw.own, threw.others
    if not threw.rerolled and isinstance(ready, MeleeDice) and ready.defence != "none":
        rerolls = fighter_karma(dice, fight, fighters, target, wish)
        karma, again = spends_on_reroll(dice, rerolls, others, "defence", not misses(own, others))
        if again:
            others, own = roll_again(dice, others, own, ready.their_dice, skill_faces(options, ready.own_dice))
    return with_karma(fight, karma), outcome(own, others)


# --- damage ---


@rule("UA-88", "UA-89", "UA-91", "UA-93", "UA-95", "UA-96", "UA-A32")
def hurt(
    dice: Dice[Options], fight: Fight, fighters: Fighters, index: int, damage: int, wish: Wish, bonus: int = 0
) -> tuple[Fight, Body]:
    """A combatant takes damage, with the saves that follow; karma on their next roll helps or hinders the first."""
    options, fighter, them = dice.options, fighters.fighters[index], fight.combatants[index]
    wounds = them.wounds + damage
    save_dice = fighter.save_dice(options, bonus)
    if fighters.brief and not them.modifiers.stakes and not rerolls_saves(fight, fighters, index):
        if damage and not dice.call(stays_up, fighter.toughness, save_dice, wounds):
            fallen = replace(them, wounds=wounds, condition="severely-injured")
            return fight.with_combatant(index, fallen), "severely-injured"
        return fight.with_combatant(index, replace(them, wounds=wounds)), "standing"
    state: Body = "severely-injured" if them.condition == "severely-injured" else "standing"
    for multiple in (1, SAVES.double) if damage else ():
        over = wound_save_due(options, fighter.toughness, wounds, state, multiple)
        if over is not None:
            karma = lift(options, them.karma)
            them = them.with_modifiers(them.modifiers.exposed, them.modifiers.next_check, ())
            rerolls = fighter_karma(dice, fight, fighters, index, wish)
            against = opposing_dice(over + karma.difficulty)
            pools, held = save_with_karma(dice, rerolls, save_dice + karma.dice, against, karma.successes)
            fight = with_karma(fight, pools)
            state = state if held else body_when_failed(multiple)
    condition: Condition = them.condition if state == "standing" else state
    return fight.with_combatant(index, replace(them, wounds=wounds, condition=condition)), state

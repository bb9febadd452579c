"""Actions within a Challenge: starting it, turns, readying and reloading, forks."""

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule
from rulewright.game.fight_step import BEST, Act, Roster, act
from rulewright.game.scene import Said
from rulewright.games.light_dark.attributes import AttributeName
from rulewright.games.light_dark.challenges import Count, fork_for, together
from rulewright.games.light_dark.check import LightMod, Relevant
from rulewright.games.light_dark.data import DICE, LEVELS, ForkLevel
from rulewright.games.light_dark.effects import effect_up_to, read_die
from rulewright.games.light_dark.fight import TURN, Fighters, Prepared, Standoff, TurnTaken, Way, perform
from rulewright.games.light_dark.fight_rules import FIGHT, means_on, threat_of, way_on
from rulewright.games.light_dark.light_dice import refuse_dice, steadied
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import MAIN
from rulewright.games.light_dark.scene import Challenge, Facet, Name, Scene, refuse_unless_up
from rulewright.games.light_dark.sheet import Sheet
from rulewright.games.light_dark.weapons import (
    BURST,
    HEAVY_RANGED,
    MEDIUM_RANGED,
    READIED,
    Arm,
    arm,
    refuse_shield_in_full_hands,
    refuse_unready,
)
from rulewright.rules import BadInput, BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Names

ChallengeName = Annotated[Name, named("challenge", "the Challenge")]
Facing = Annotated[Name | None, named("character", "who faces it; everyone who is up if left out")]


@rule("LD-53", "LD-54", "LD-56", "LD-62", "LD-63", "LD-A35", "LD-A36", "LD-A38", "LD-A49")
def start_challenge(
    dice: Dice[Options],
    scene: Scene,
    name: Annotated[Name, meaning("the name of the Challenge")],
    who: Facing = None,
    level: Annotated[Name, named_by_rule("its level", *LEVELS)] = "dangerous",
    count: Count = 1,
    with_levels: Annotated[Names, meaning("levels of other Challenges that act together with it")] = (),
    facets: Annotated[
        Annotated[dict[Name, Name], Meta(max_length=20)] | None, meaning("other facets by name, each with its level")
    ] = None,
    challenge_dice: Annotated[Name | None, meaning("Effect dice instead of the level's, or none")] = None,
    forks: Annotated[bool, meaning("whether its Effects open new Challenges instead of doing harm")] = False,
) -> tuple[Scene, Said]:
    """Start a Challenge; several that act together are one, of the highest level among them or above."""
    if not name.strip():
        raise BadParameter("name", "a name", name)
    if name in scene.challenges:
        raise Refused(f"name in use: {name}", "LD-53")
    facing = _facing(scene, who)
    others = facets or {}
    if MAIN in others:
        raise BadParameter("facets", f"facets with names other than {MAIN}, which has the level itself", facets)
    for one in (level, *with_levels, *others.values()):
        if one not in LEVELS:
            raise Refused(f"unknown level: {one[:60]} is none of {', '.join(LEVELS)}", "LD-57")
    if challenge_dice not in (None, "none"):
        read_die(str(challenge_dice), "challenge_dice")
    acting = count + len(with_levels)
    order = list(LEVELS)
    highest = max((level, *with_levels), key=order.index)

    def facet(of: str) -> Facet:
        ganged = together(dice.options, of, acting)
        return Facet(ganged.level, ganged.disposition, challenge_dice or ganged.effect_dice)

    sides = {MAIN: facet(highest)} | {side: facet(of) for side, of in others.items()}
    started = Challenge(sides, acting, forks, faced_by=facing)
    return scene.with_challenge(name, started), Said(f"{name}: {sides[MAIN].level}")


def _facing(scene: Scene, who: str | None) -> tuple[str, ...]:
    """The PCs who face a new Challenge: the one named, or everyone who is up."""
    if who is not None:
        scene.sheet(who)
        return (who,)
    up = tuple(name for name, sheet in scene.characters.items() if sheet.status == "up")
    if not up:
        raise Refused("no one is up to face it", "LD-53")
    return up


@rule("LD-53", "LD-63", "LD-A35", "LD-A36", "LD-A38")
def face_challenge(
    dice: Dice[Options],
    scene: Scene,
    challenge: Annotated[Name, named("challenge of the scenario", "a Challenge of the scenario")],
    who: Facing = None,
    called: Annotated[Name | None, meaning("its name in this scene; null keeps the scenario's")] = None,
) -> tuple[Scene, Said]:
    """Start a Challenge that the scenario lists."""
    listed = scene.scenario.challenges.get(challenge)
    if listed is None:
        raise BadParameter("challenge", f"one of {', '.join(scene.scenario.challenges) or 'none yet'}", challenge)
    return start_challenge(
        dice,
        scene,
        challenge if called is None else called,
        who,
        listed.level,
        listed.count,
        facets={facet.name: facet.level for facet in listed.facets},
        challenge_dice=listed.dice,
        forks=listed.forks,
    )


@rule("LD-40", "LD-42", "LD-45", "LD-52", "LD-54", "LD-56", "LD-64", "LD-68", "LD-81", "LD-A36", "LD-A37", "LD-A49")
def challenge_turn(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    challenge: ChallengeName,
    attribute: AttributeName,
    skill: Annotated[Name | None, named("skill", "the Skill that fits", of="who")] = None,
    dark: Annotated[int, Meta(ge=-1_000, le=1_000), meaning("Dark Dice")] = 0,
    facet: Annotated[Name, named("facet", "the facet of the Challenge you work on", of="challenge")] = MAIN,
    tool: Annotated[Name | None, meaning("an Effect die instead of the weapon in hand, such as 1d for words")] = None,
    burst: Annotated[bool, meaning("fire all ammunition in a burst")] = False,
    light_mod: LightMod = 0,
    relevant: Relevant = True,
    steady: Annotated[
        Name | None,
        named("advancement held", "an Advancement you pay for before the roll, such as steady-hand", of="who"),
    ] = None,
) -> tuple[Scene, TurnTaken]:
    """Take a Risky Action within a Challenge; then the Effects of both sides follow."""
    options, sheet, foe = dice.options, scene.sheet(who), scene.challenge(challenge)
    refuse_unless_up(sheet)
    _refuse_over(challenge, foe)
    if facet not in foe.facets:
        raise BadParameter("facet", f"one of {', '.join(foe.facets)}", facet)
    if foe.facets[facet].failed:
        raise Refused(f"failed: {facet} can no longer be tried", "LD-A34")
    weapon = _weapon(options, sheet, tool or foe.facets[facet].tool, burst)
    sheet, more = steadied(sheet, steady)
    way = way_on(sheet, weapon, attribute, skill, light_mod + more, relevant, list(foe.facets).index(facet))
    refuse_dice(options, way.light(options), dark)
    scene = scene.with_sheet(who, sheet)
    fight, taken = _performed(dice, scene, who, challenge, act(TURN, challenge=challenge, dark=dark), (way,))
    return fight, taken


def _performed(
    dice: Dice[Options], scene: Scene, who: str, challenge: str, chosen: Act, ways: tuple[Way, ...]
) -> tuple[Scene, Any]:
    """The scene and the outcome after a turn in a Challenge."""
    foe, sheet, names = scene.challenge(challenge), scene.sheet(who), (who, challenge)
    means = means_on(dice.options, scene, sheet, ways)
    fighters: Fighters = Roster(names, names, (means, threat_of(dice.options, foe, sheet.hp)), (BEST, BEST))
    fight, outcome = perform(dice, Standoff(FIGHT.combatants_of(scene, names), 0, 1), fighters, chosen)
    fought = replace(foe, faced_by=tuple(dict.fromkeys((*foe.faced_by, who))), turns=foe.turns + 1, last=who)
    return FIGHT.written(scene.with_challenge(challenge, fought), names, fight), outcome


@rule("LD-54", "LD-A36", "LD-A39")
def _refuse_over(name: str, challenge: Challenge) -> None:
    """Refuses an action in a Challenge that is over."""
    if challenge.status != "open":
        raise Refused(f"overcome: {name} is over ({challenge.status})", "LD-54")


@rule("LD-70", "LD-73", "LD-74", "LD-A37", "LD-A42", "LD-A45", "LD-A47")
def _weapon(options: Options, sheet: Sheet, tool: str | None, burst: bool) -> Arm:
    """The weapon in hand as it is now, or a tool with a die from the GM."""
    if tool is not None:
        if burst:
            raise BadParameter("burst", f"false unless {MEDIUM_RANGED} is in hand", burst)
        return arm(options, tool)
    held = sheet.gear.held()
    if burst and held != MEDIUM_RANGED:
        raise BadParameter("burst", f"false unless {MEDIUM_RANGED} is in hand", burst)
    if held == MEDIUM_RANGED and not sheet.loaded:
        raise Refused(f"not loaded: {held} must be reloaded", "LD-73")
    if held == HEAVY_RANGED and sheet.readied:
        held = READIED
    weapon = arm(options, BURST if burst else held)
    refuse_unready(options, weapon)
    refuse_shield_in_full_hands(weapon, sheet.gear.shield)
    return weapon


@rule("LD-74", "LD-A45", "LD-A46")
def ready(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    challenge: Annotated[Name | None, named("challenge", "the Challenge you are in")] = None,
) -> tuple[Scene, Prepared]:
    """Ready the heavy ranged weapon in hand: the next shot has one Light Die more."""
    sheet = _holding(scene, who, HEAVY_RANGED)
    if sheet.readied:
        raise Refused(f"already ready: {who} can shoot", "LD-74")
    return _prepared(dice, scene, who, "ready", challenge, replace(sheet, readied=True))


@rule("LD-73", "LD-A46", "LD-A47")
def reload(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    challenge: Annotated[Name | None, named("challenge", "the Challenge you are in")] = None,
) -> tuple[Scene, Prepared]:
    """Reload the medium ranged weapon in hand after a burst."""
    sheet = _holding(scene, who, MEDIUM_RANGED)
    if sheet.loaded:
        raise Refused(f"already loaded: {who} can shoot", "LD-73")
    return _prepared(dice, scene, who, "reload", challenge, replace(sheet, loaded=True))


def _holding(scene: Scene, who: str, weapon: str) -> Sheet:
    sheet = scene.sheet(who)
    refuse_unless_up(sheet)
    if sheet.gear.in_hand != weapon:
        raise Refused(f"wrong weapon: {who} has no {weapon} in hand", "LD-68")
    return sheet


def _prepared(
    dice: Dice[Options], scene: Scene, who: str, action: str, challenge: str | None, prepared: Sheet
) -> tuple[Scene, Prepared]:
    """A turn without a Risky Action, in which the Challenge strikes if the table plays it so."""
    if challenge is None:
        return scene.with_sheet(who, prepared), Prepared(prepared.hp, prepared.gear.shield)
    _refuse_over(challenge, scene.challenge(challenge))
    return _performed(dice, scene, who, challenge, act(action, challenge=challenge), ())


class Forked(Struct, frozen=True):
    """The Challenge that opened."""

    fork: ForkLevel
    name: str


@rule("LD-82", "LD-83", "LD-84", "LD-85", "LD-86", "LD-A6", "LD-A49")
def fork(dice: Dice[Options], scene: Scene, challenge: ChallengeName) -> tuple[Scene, Forked]:
    """Roll the Effect of a Challenge that forks, and open a new Challenge of that level."""
    foe = scene.challenge(challenge)
    if not foe.forks:
        raise Refused(f"not forking: the Effects of {challenge} do harm instead", "LD-A49")
    first, *_ = threat_of(dice.options, foe, 0).facets
    die = first.die
    if die is None:
        raise Refused(f"no effect dice: {challenge} has none", "LD-A38")
    level = fork_for(dice.options, dice.call(effect_up_to, die, DICE.cap, DICE.cap))
    ganged = together(dice.options, level, 1)
    name = f"{challenge} fork {foe.forked + 1}"
    if name in scene.challenges:
        raise BadInput(f"name in use: {name}")
    opened = Challenge({MAIN: Facet(ganged.level, ganged.disposition, ganged.effect_dice)}, faced_by=foe.faced_by)
    scene = scene.with_challenge(challenge, replace(foe, forked=foe.forked + 1)).with_challenge(name, opened)
    return scene, Forked(level, name)


@rule("LD-A39")
def leave_challenge(dice: Dice[Options], scene: Scene, challenge: ChallengeName) -> tuple[Scene, Said]:
    """The GM ends a Challenge that the characters leave behind."""
    foe = scene.challenge(challenge)
    _refuse_over(challenge, foe)
    return scene.with_challenge(challenge, replace(foe, status="left")), Said(f"{challenge} is left behind")

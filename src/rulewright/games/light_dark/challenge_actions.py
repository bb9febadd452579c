"""Actions within a Challenge: starting it, turns, readying and reloading, forks."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named, named_by_rule, new_name
from rulewright.game.fight_step import Act, act
from rulewright.game.scene import Said
from rulewright.games.light_dark.attributes import AttributeName
from rulewright.games.light_dark.challenges import Count, fork_for, together
from rulewright.games.light_dark.check import LightMod, Relevant
from rulewright.games.light_dark.data import ATTRIBUTES, DICE, LEVELS, ForkLevel
from rulewright.games.light_dark.effects import effect_up_to, read_die
from rulewright.games.light_dark.fight import FIGHT, threat_of, way_on
from rulewright.games.light_dark.fight_state import TURN, End, WayToAct
from rulewright.games.light_dark.fight_turn import Prepared, TurnTaken, let_succeed, perform
from rulewright.games.light_dark.light_dice import Hindered, burden, refuse_dice, steadied
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import MAIN, Hits
from rulewright.games.light_dark.scene import Challenge, Facet, Failure, Name, Scene, refuse_unless_up
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
from rulewright.rules import BadParameter, Dice, Refused, meaning, rule
from rulewright.rules.limits import Names

ChallengeName = Annotated[Name, named("challenge", "the Challenge")]
LevelOf = Annotated[Name, named_by_rule("its level", *LEVELS)]
HitsOf = Annotated[Hits, meaning("what its Effects do: harm the body, nothing, open a new Challenge, or ask the GM")]
Fitting = Annotated[Name | None, named_by_rule("the Attribute that fits it, if only one does", *ATTRIBUTES)]
Tool = Annotated[Name | None, meaning("an Effect die for it instead of the weapon in hand, such as 1d for words")]
DiceOf = Annotated[Name | None, meaning("Effect dice instead of the level's, or none")]
Facing = Annotated[Name | None, named("character", "who faces it; everyone who is up if left out")]


@rule("LD-53", "LD-54", "LD-56", "LD-62", "LD-A35", "LD-A38", "LD-A49")
def start_challenge(
    dice: Dice[Options],
    scene: Scene,
    name: Annotated[Name, new_name("the name of the Challenge")],
    who: Facing = None,
    level: LevelOf = "dangerous",
    count: Count = 1,
    with_levels: Annotated[Names, meaning("levels of other Challenges that act together with it")] = (),
    hits: HitsOf = "body",
    attribute: Fitting = None,
    tool: Tool = None,
    challenge_dice: DiceOf = None,
) -> tuple[Scene, Said]:
    """Start a Challenge; several that act together are one, of the highest level among them or above."""
    _refuse_unnamed(name, {**scene.challenges, **scene.characters})
    facing = _facing(scene, who)
    for one in (level, *with_levels):
        _refuse_unknown_level(one)
    highest = max((level, *with_levels), key=list(LEVELS).index)
    acting = count + len(with_levels)
    main = _facet(dice.options, highest, acting, hits, attribute, tool, challenge_dice)
    started = Challenge({MAIN: main}, acting, faced_by=facing)
    return scene.with_challenge(name, started), Said(f"{name}: {_with_article(main.level)} Challenge stands in the way")


def _with_article(level: str) -> str:
    return f"{'an' if level[0] in 'aeiou' else 'a'} {level}"


@rule("LD-63", "LD-A36", "LD-A38", "LD-A49")
def add_facet(
    dice: Dice[Options],
    scene: Scene,
    challenge: ChallengeName,
    name: Annotated[Name, new_name("the name of the facet, such as talk")],
    level: LevelOf = "dangerous",
    hits: HitsOf = "nothing",
    attribute: Fitting = None,
    tool: Tool = None,
    challenge_dice: DiceOf = None,
) -> tuple[Scene, Said]:
    """Another way to overcome a Challenge, with a level of its own: to talk to a rival instead of fighting."""
    foe = scene.challenge(challenge)
    _refuse_over(challenge, foe)
    _refuse_unnamed(name, foe.facets)
    _refuse_unknown_level(level)
    facet = _facet(dice.options, level, foe.count, hits, attribute, tool, challenge_dice)
    after = replace(foe, facets={**foe.facets, name: facet})
    return scene.with_challenge(challenge, after), Said(
        f"{challenge}: another way is open, {name}, {_with_article(facet.level)} Challenge"
    )


def _refuse_unnamed(name: str, others: Mapping[str, Any]) -> None:
    if not name.strip():
        raise BadParameter("name", "a name", name)
    if name in others:
        raise Refused(f"name in use: {name}", "LD-53")


def _refuse_unknown_level(level: str) -> None:
    if level not in LEVELS:
        raise Refused(f"unknown level: {level[:60]} is none of {', '.join(LEVELS)}", "LD-57")


def _facet(
    options: Options,
    level: str,
    acting: int,
    hits: Hits,
    attribute: str | None,
    tool: str | None,
    challenge_dice: str | None,
) -> Facet:
    """A facet of Challenges that act together; raises for an unknown Attribute, tool or dice."""
    if challenge_dice not in (None, "none"):
        read_die(str(challenge_dice), "challenge_dice")
    if attribute not in (None, *ATTRIBUTES):
        raise BadParameter("attribute", f"one of {', '.join(ATTRIBUTES)}, or none", attribute)
    if tool is not None:
        arm(options, tool)
    ganged = together(options, level, acting)
    return Facet(ganged.level, ganged.disposition, challenge_dice or ganged.effect_dice, hits, attribute, tool)


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
    called: Annotated[Name | None, meaning("its name in this scene; the scenario's if left out")] = None,
) -> tuple[Scene, Said]:
    """Start a Challenge that the scenario lists."""
    listed = scene.scenario.challenges.get(challenge)
    if listed is None:
        raise BadParameter("challenge", scene.scenario.challenges, challenge)
    name = challenge if called is None else called
    hits: Hits = "fork" if listed.forks else listed.hits
    scene, said = start_challenge(
        dice, scene, name, who, listed.level, listed.count, hits=hits, challenge_dice=listed.dice
    )
    for one in listed.facets:
        its_dice = one.dice or listed.dice
        scene, _ = add_facet(dice, scene, name, one.name, one.level, one.hits, one.attribute, one.tool, its_dice)
    return scene, said


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
    hindered: Hindered = False,
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
        raise BadParameter("facet", foe.facets, facet)
    if foe.facets[facet].failed:
        raise Refused(f"failed: {facet} can no longer be tried", "LD-A34")
    weapon = _weapon(options, sheet, tool or foe.facets[facet].tool, burst)
    sheet, more = steadied(sheet, steady)
    light_mod += more + burden(sheet, hindered)
    way = way_on(sheet, weapon, attribute, skill, light_mod, relevant, list(foe.facets).index(facet))
    refuse_dice(options, way.light(options), dark)
    scene = scene.with_sheet(who, sheet)
    after, taken = _performed(dice, scene, who, challenge, act(TURN, challenge=challenge, dark=dark), way)
    failure = Failure(challenge, facet, weapon.name) if taken.result == "fail" else None
    return after.with_failure(who, failure), taken


class Granted(Struct, frozen=True):
    """A failure turned into a success; the Disposition left if it was part of a Challenge, and its end."""

    disposition_left: int | None
    end: End | None
    worse: str


@rule("LD-48", "LD-A15")
def grant(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    worse: Annotated[Name, meaning("what gets worse instead")] = "",
) -> tuple[Scene, Granted]:
    """The GM lets the Risky Action that a character has just failed succeed, and makes something else worse.

    In a Challenge the character's Effect is rolled as after a success; what the Challenge did stays done.
    """
    failure = scene.failures.get(who)
    scene.sheet(who)
    if failure is None:
        raise Refused(f"nothing to grant: {who} has not just failed a Risky Action", "LD-48")
    after = scene.with_failure(who, None)
    foe = scene.challenges.get(failure.challenge)
    if foe is None:
        return after, Granted(None, None, worse)
    way = WayToAct(arm(dice.options, failure.weapon), 0, facet=list(foe.facets).index(failure.facet))
    after = after.with_challenge(failure.challenge, replace(foe, status="open"))
    names = (who, failure.challenge)
    after, (left, end) = FIGHT.play(dice, after, let_succeed, names, terms=({"ways": (way,)},))
    return after, Granted(left, end, worse)


def _performed(
    dice: Dice[Options], scene: Scene, who: str, challenge: str, chosen: Act, *ways: WayToAct
) -> tuple[Scene, Any]:
    """The scene and the outcome after a turn in a Challenge."""
    foe = scene.challenge(challenge)
    fought = replace(foe, faced_by=tuple(dict.fromkeys((*foe.faced_by, who))), turns=foe.turns + 1, last=who)
    scene = scene.with_challenge(challenge, fought)
    return FIGHT.play(dice, scene, perform, (who, challenge), chosen, terms=({"ways": ways},))


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


OwnChallenge = Annotated[Name | None, named("challenge", "the Challenge you are in")]


@rule("LD-74", "LD-A45", "LD-A46")
def ready(dice: Dice[Options], scene: Scene, who: Character, challenge: OwnChallenge = None) -> tuple[Scene, Prepared]:
    """Ready the heavy ranged weapon in hand: the next shot has one Light Die more."""
    sheet = _holding(scene, who, HEAVY_RANGED)
    if sheet.readied:
        raise Refused(f"already ready: {who} can shoot", "LD-74")
    return _prepared(dice, scene, who, "ready", challenge, replace(sheet, readied=True))


@rule("LD-73", "LD-A46", "LD-A47")
def reload(dice: Dice[Options], scene: Scene, who: Character, challenge: OwnChallenge = None) -> tuple[Scene, Prepared]:
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
    return _performed(dice, scene, who, challenge, act(action, challenge=challenge))


class Forked(Struct, frozen=True):
    """The Challenge that opened."""

    fork: ForkLevel
    name: str


@rule("LD-82", "LD-83", "LD-84", "LD-85", "LD-86", "LD-A6", "LD-A49")
def fork(dice: Dice[Options], scene: Scene, challenge: ChallengeName) -> tuple[Scene, Forked]:
    """Roll the Effect of a Challenge that forks, and open a new Challenge of that level."""
    foe = scene.challenge(challenge)
    forking = [stand for stand in threat_of(dice.options, foe, 0).facets if stand.hits in ("fork", "ask")]
    if not forking:
        raise Refused(f"not forking: the Effects of {challenge} open no new Challenge", "LD-A49")
    die = forking[0].die
    if die is None:
        raise Refused(f"no effect dice: {challenge} has none", "LD-A38")
    level = fork_for(dice.options, dice.call(effect_up_to, die, DICE.cap, DICE.cap))
    ganged = together(dice.options, level, 1)
    name = f"{challenge} fork {foe.forked + 1}"
    _refuse_unnamed(name, {**scene.challenges, **scene.characters})
    opened = Challenge({MAIN: Facet(ganged.level, ganged.disposition, ganged.effect_dice)}, faced_by=foe.faced_by)
    scene = scene.with_challenge(challenge, replace(foe, forked=foe.forked + 1)).with_challenge(name, opened)
    return scene, Forked(level, name)


@rule("LD-A39")
def leave_challenge(dice: Dice[Options], scene: Scene, challenge: ChallengeName) -> tuple[Scene, Said]:
    """The GM ends a Challenge that the characters leave behind."""
    foe = scene.challenge(challenge)
    _refuse_over(challenge, foe)
    return scene.with_challenge(challenge, replace(foe, status="left")), Said(f"{challenge} is left behind")

"""Everything that changes the state of play: fights, rests, wounds, and the GM's word."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Action, Character, FightStatus, named_by_rule
from rulewright.games.twelves.after import healed_by, hurt, refuse_dead
from rulewright.games.twelves.check import (
    Attempt,
    Check,
    CollapseAttempt,
    Difficulty,
    Initiator,
    check,
    collapses,
    readiness,
    stabilise,
)
from rulewright.games.twelves.creation import create, edited
from rulewright.games.twelves.data import ABILITIES, HEALING
from rulewright.games.twelves.fight import Attack, Attacked, attack
from rulewright.games.twelves.health import (
    actions_per_turn,
    collapse_check_due,
    is_able,
    tier_of,
)
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import (
    DoseSource,
    Healed,
    check_rest_plan,
    healed,
    take_dose,
    take_long_rest,
    take_short_rest,
)
from rulewright.games.twelves.sheet import Sheet, Tag
from rulewright.rules import BadParameter, Dice, Refused, between, meaning, repeat, rule, shown
from rulewright.scene import Said, SceneOf

__all__ = ["ACTIONS", "Fight", "Scene", "fight_status"]

AbilityName = Annotated[str, named_by_rule("the ability that is checked", *ABILITIES)]
HIGHEST_DIFFICULTY = 20
TagNames = Annotated[tuple[str, ...], Meta(max_length=6, description="the Tags that apply")]
TagsOfEach = Annotated[dict[str, TagNames], meaning("for each character, the Tags that apply")]
Sources = Annotated[int, between(0, 6, "sources apart from the tier")]


class Fight(Struct, frozen=True):
    """A running fight: the order, whose turn it is, and what they have left."""

    order: tuple[str, ...]
    round: int = 1
    at: int = 0
    begun: bool = False
    actions: int = 0
    used: int = 0

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.order[self.at]


class Scene(SceneOf[Sheet], frozen=True):
    """The state of play: everybody there, and the fight if there is one."""

    fight: Fight | None = None


# --- characters --------------------------------------------------------------------------------


@rule("TW-01", "TW-A34")
def join(dice: Dice[Options], scene: Scene, character: dict[str, Any]) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    sheet = create(dice.options, character)
    name = sheet.name or f"Character {len(scene.characters) + 1}"
    if name in scene.characters:
        raise Refused(f"name in use: {name}")
    return scene.with_sheet(name, replace(sheet, name=name)), Said(f"{name} joins")


@rule("TW-A34")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: dict[str, Any]) -> tuple[Scene, Said]:
    """The GM changes rank, scores, tags or Normal boxes."""
    after = scene.with_sheet(who, edited(dice.options, scene.sheet(who), changes))
    return _wounded_now(dice, after, who), Said(f"{who} is changed")


@rule("TW-26", "TW-A13", "TW-A20", "TW-A21", "TW-A22")
def take_damage(
    dice: Dice[Options], scene: Scene, who: Character, boxes: Annotated[int, meaning("boxes to check")] = 1
) -> tuple[Scene, Healed]:
    """Somebody takes damage."""
    before = scene.sheet(who)
    return _changed(dice, scene, who, before, hurt(dice.options, before, boxes))


@rule("TW-37", "TW-42", "TW-A14", "TW-A26", "TW-A27")
def heal(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    source: Annotated[str, meaning("potion, magic or medical")] = "potion",
    boxes: Annotated[int, meaning("boxes to clear")] = 1,
) -> tuple[Scene, Healed]:
    """Somebody is healed by as many boxes as the GM says."""
    before = scene.sheet(who)
    return _changed(dice, scene, who, before, healed_by(dice.options, before, source, boxes))


@rule("TW-A22")
def die(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """The GM says that somebody dies; that is final."""
    refuse_dead(scene.sheet(who))
    return _leave_turn(dice, scene.with_sheet(who, replace(scene.sheet(who), state="dead")), who), Said(f"{who} dies")


def _changed(dice: Dice[Options], scene: Scene, who: str, before: Sheet, after: Sheet) -> tuple[Scene, Healed]:
    return _wounded_now(dice, scene.with_sheet(who, after), who), healed(before, after)


def _wounded_now(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """Becoming Wounded in one's own turn takes away all actions beyond the first (TW-A17)."""
    fight = scene.fight
    if fight is None or fight.turn != who or not fight.begun:
        return scene
    left = max(0, actions_per_turn(dice.options, scene.sheet(who)) - fight.used)
    return replace(scene, fight=replace(fight, actions=min(fight.actions, left)))


# --- checks ------------------------------------------------------------------------------------


@rule("TW-12", "TW-13", "TW-14", "TW-16", "TW-21", "TW-31")
def ability_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    ability: AbilityName,
    tags: TagNames = (),
    difficulty: Annotated[int, meaning("difficulty penalty")] = 0,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
) -> tuple[Scene, Check]:
    """A check on one ability, with the tier of the sheet."""
    _check_ability(ability)
    if difficulty < 0:
        raise Refused(f"negative difficulty: {difficulty}; it is a penalty", "TW-A6")
    if difficulty > HIGHEST_DIFFICULTY:
        raise BadParameter("difficulty", f"a whole number from 0 to {HIGHEST_DIFFICULTY}", difficulty)
    attempt = _attempt(dice.options, scene.sheet(who), ability, tags, difficulty, advantage, disadvantage)
    _refuse_unable(dice.options, scene.sheet(who))
    return scene, dice.call(check, attempt)


def _check_ability(ability: str) -> None:
    if ability not in ABILITIES:
        raise Refused(f"unknown ability: {shown(ability)} (they are {', '.join(ABILITIES)})", "TW-01")


def _attempt(
    options: Options,
    sheet: Sheet,
    ability: str,
    tags: tuple[str, ...],
    difficulty: int,
    advantage: int = 0,
    disadvantage: int = 0,
) -> Attempt:
    return Attempt(
        score=sheet.scores.of(ability),
        rank=sheet.rank,
        tags=_tags_that_apply(options, sheet, tags),
        difficulty=difficulty,
        advantage=advantage,
        disadvantage=disadvantage,
        tier=tier_of(sheet.normal_boxes, sheet.damage),
    )


@rule("TW-14", "TW-A5")
def _tags_that_apply(options: Options, sheet: Sheet, names: tuple[str, ...]) -> int | tuple[int, ...]:
    """The Tags named, as a count or as their own ranks."""
    ranks = {(tag.name if isinstance(tag, Tag) else tag).lower(): tag for tag in sheet.tags}
    found = []
    for name in dict.fromkeys(name.strip().lower() for name in names):
        if name not in ranks:
            raise Refused(f"unknown tag: {name} is not on the sheet", "TW-A4")
        found.append(ranks[name])
    if options.tag_bonus.startswith("own-"):
        return tuple(tag.rank for tag in found if isinstance(tag, Tag))
    return len(found)


def _refuse_unable(options: Options, sheet: Sheet) -> None:
    if not is_able(options, sheet.state):
        raise Refused(f"cannot act: {sheet.name or 'the character'} is {sheet.state}", "TW-A23")


# --- rest --------------------------------------------------------------------------------------


@rule("TW-38", "TW-39", "TW-40", "TW-41", "TW-A29")
def short_rest(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """A breather: Rank + 1d4 boxes, nothing in Critical."""
    before = _resting(scene, who)
    check_rest_plan(dice.options, ("short",), before.short_rests)
    after = replace(take_short_rest(dice, before, before.rank), short_rests=before.short_rests + 1)
    return scene.with_sheet(who, after), healed(before, after)


@rule("TW-38", "TW-43", "TW-44")
def long_rest(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """A night's sleep in a safe place: Rank + 3d4 boxes."""
    before = _resting(scene, who)
    after = replace(take_long_rest(dice, before, before.rank), short_rests=0)
    return scene.with_sheet(who, after), healed(before, after)


def _resting(scene: Scene, who: str) -> Sheet:
    if scene.fight is not None:
        raise Refused("in a fight: nobody rests now", "TW-39")
    refuse_dead(scene.sheet(who))
    return scene.sheet(who)


# --- fights ------------------------------------------------------------------------------------


class Ordered(Struct, frozen=True):
    """The order of a fight."""

    order: tuple[str, ...]


@rule("TW-02", "TW-A31")
def start_fight(dice: Dice[Options], scene: Scene, tags: TagsOfEach = {}) -> tuple[Scene, Ordered]:  # noqa: B006
    """Everybody who can act rolls initiative; the order holds for the whole fight."""
    if scene.fight is not None:
        raise Refused("in a fight: end it first")
    standing = [name for name, sheet in scene.characters.items() if is_able(dice.options, sheet.state)]
    if len(standing) < 2:
        raise Refused("nobody to fight: at least two characters must be able to act")
    for name in tags:
        scene.sheet(name, "tags")
    racers = {name: _initiator(dice.options, scene.characters[name], tags.get(name, ())) for name in standing}
    placed = dice.call(initiative_order, _places_before(dice.options, racers), tuple(racers.items()))
    order = tuple(name for (name,) in placed)
    return replace(scene, fight=Fight(order)), Ordered(order)


def _initiator(options: Options, sheet: Sheet, tags: tuple[str, ...]) -> Initiator:
    return Initiator(
        agi=sheet.scores.AGI,
        rank=sheet.rank,
        tags=_tags_that_apply(options, sheet, tags),
        tier=tier_of(sheet.normal_boxes, sheet.damage),
    )


Places = tuple[tuple[str, ...], ...]
"""Who stands at each place of the order, best first; more than one is a tie."""


@rule("TW-A31")
def _places_before(options: Options, racers: Mapping[str, Initiator]) -> Places:
    """By score the higher AGI goes first and only equals roll; by margin everybody does."""
    if options.initiative == "margin":
        return (tuple(racers),)
    scores = sorted({racer.agi for racer in racers.values()}, reverse=True)
    return tuple(tuple(name for name, racer in racers.items() if racer.agi == score) for score in scores)


@rule("TW-A31")
def break_tie(dice: Dice[Options], places: Places, racers: tuple[tuple[str, Initiator], ...]) -> Places:
    """Everybody at the first tied place rolls initiative among themselves."""
    tied = next(place for place in places if len(place) > 1)
    rolled = {name: dice.call(readiness, racer) for name, racer in racers if name in tied}
    sorted_out = tuple(
        tuple(name for name in tied if rolled[name] == ready) for ready in sorted(set(rolled.values()), reverse=True)
    )
    at = places.index(tied)
    return places[:at] + sorted_out + places[at + 1 :]


initiative_order = repeat(break_tie, until=lambda places: all(len(place) == 1 for place in places))


@rule("TW-A31")
def enter_fight(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Ordered]:
    """Somebody who comes late, or is up again, goes last from now on."""
    scene.sheet(who)
    if scene.fight is None:
        raise Refused("no fight")
    if who in scene.fight.order:
        raise Refused(f"already in the fight: {who}", "TW-A31")
    _refuse_unable(dice.options, scene.sheet(who))
    order = (*scene.fight.order, who)
    return replace(scene, fight=replace(scene.fight, order=order)), Ordered(order)


class Begun(Struct, frozen=True):
    """How a turn began."""

    collapsed: bool
    actions: int


@rule("TW-32", "TW-34", "TW-35", "TW-A17", "TW-A19")
def start_turn(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    tags: TagNames = (),
    difficulty: Difficulty = 0,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
) -> tuple[Scene, Begun]:
    """In Critical a Strength check comes first; then the turn's actions are counted."""
    fight, sheet = _own_turn(scene, who), scene.sheet(who)
    if fight.begun:
        raise Refused("turn already begun", "TW-A17")
    if collapse_check_due(sheet):
        strength = CollapseAttempt(
            strength=sheet.scores.STR,
            rank=sheet.rank,
            tags=_tags_that_apply(dice.options, sheet, tags),
            difficulty=difficulty,
            advantage=advantage,
            disadvantage=disadvantage,
        )
        if dice.call(collapses, strength):
            fallen = scene.with_sheet(who, replace(sheet, state="incapacitated"))
            return _next_turn(dice, fallen), Begun(True, 0)
    actions = actions_per_turn(dice.options, sheet)
    return replace(scene, fight=replace(fight, begun=True, actions=actions)), Begun(False, actions)


@rule("TW-A32")
def attack_someone(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    target: Character,
    ability: AbilityName = "STR",
    tags: TagNames = (),
    defence: Difficulty = 0,
    weapon: Annotated[int, between(0, 20, "boxes that a hit checks")] = 1,
    crit_extra: Annotated[int, between(0, 20, "further boxes that a critical checks")] = 1,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
    target_tags: Annotated[TagNames, meaning("the target's Tags that help it dodge")] = (),
) -> tuple[Scene, Attacked]:
    """An attack with the ability the GM names (Extension); it uses one action."""
    sheet, struck = scene.sheet(who), scene.sheet(target, "target")
    _check_ability(ability)
    _refuse_unable(dice.options, sheet)
    if struck.state == "dead":
        raise Refused(f"target is dead: {target}", "TW-A32")
    if who == target:
        raise Refused("nobody attacks themselves")
    scene = _use_action(scene, who)
    attempt = _attempt(dice.options, sheet, ability, tags, defence, advantage, disadvantage)
    blow = Attack(
        attempt.score,
        attempt.rank,
        attempt.tags,
        attempt.difficulty,
        attempt.advantage,
        attempt.disadvantage,
        attempt.tier,
        weapon=weapon,
        crit_extra=crit_extra,
        target_normal_boxes=struck.normal_boxes,
        target_damage=struck.damage,
        target_state=struck.state,
        target_rank=struck.rank,
        target_agi=struck.scores.AGI,
        target_tags=_tags_that_apply(dice.options, struck, target_tags),
        target_npc=struck.npc,
    )
    result = dice.call(attack, blow)
    after = replace(struck, damage=result.target_damage, state=result.target_state)
    return scene.with_sheet(target, after), result


@rule("TW-37", "TW-A28")
def drink(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Healed]:
    """Drink a potion: 1d4 boxes; in a fight it uses one action."""
    before = scene.sheet(who)
    _refuse_unable(dice.options, before)
    if before.potions == 0:
        raise Refused("no potion left", "TW-A28")
    scene = _use_action(scene, who)
    after = replace(take_dose(dice, before, "potion", HEALING.dose_dice, 0), potions=before.potions - 1)
    return scene.with_sheet(who, after), healed(before, after)


@rule("TW-37", "TW-42", "TW-A27", "TW-A28")
def treat(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    source: DoseSource = "medical",
    d4s: Annotated[int, between(0, 10, "d4 to roll")] = HEALING.dose_dice,
    flat: Annotated[int, between(0, 20, "boxes on top")] = 0,
) -> tuple[Scene, Healed]:
    """Somebody gets medical attention, a potion or a spell with dice the GM names."""
    before = scene.sheet(who)
    refuse_dead(before)
    after = take_dose(dice, before, source, d4s, flat)
    return scene.with_sheet(who, after), healed(before, after)


class Helped(Struct, frozen=True):
    """How an attempt to stabilise went."""

    result: Literal["critical", "success", "failure"]
    patient_state: str


@rule("TW-36", "TW-A24", "TW-A25")
def stabilise_someone(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    patient: Character,
    tags: TagNames = (),
    difficulty: Difficulty = 0,
    advantage: Sources = 0,
    disadvantage: Sources = 0,
) -> tuple[Scene, Helped]:
    """Help somebody who is down; in a fight it uses one action."""
    helper, helped = scene.sheet(who), scene.sheet(patient, "patient")
    if helped.state != "incapacitated":
        raise Refused(f"patient is not incapacitated: {patient} is {helped.state}", "TW-A24")
    _refuse_unable(dice.options, helper)
    scene = _use_action(scene, who)
    ability = dice.options.stabilise_ability
    attempt = _attempt(dice.options, helper, ability, tags, difficulty, advantage, disadvantage)
    done = dice.call(stabilise, attempt)
    after = replace(helped, state=done.patient_state)
    return scene.with_sheet(patient, after), Helped(done.result, done.patient_state)


@rule("TW-32")
def end_turn(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Hand over to the next who can act."""
    if not _own_turn(scene, who).begun:
        raise Refused("turn not begun: start it first", "TW-34")
    return _next_turn(dice, scene), Said(f"{who} is done")


@rule("TW-A31")
def end_fight(dice: Dice[Options], scene: Scene) -> tuple[Scene, Said]:
    """The GM says that the fight is over."""
    if scene.fight is None:
        raise Refused("no fight")
    return replace(scene, fight=None), Said("the fight is over")


def _own_turn(scene: Scene, who: str) -> Fight:
    if scene.fight is None:
        raise Refused("no fight")
    if scene.fight.turn != who:
        raise Refused(f"not your turn: it is {scene.fight.turn}'s")
    return scene.fight


def _use_action(scene: Scene, who: str) -> Scene:
    """One action of one's own turn; outside a fight nothing is counted."""
    if scene.fight is None:
        return scene
    fight = _own_turn(scene, who)
    if not fight.begun:
        raise Refused("turn not begun: start it first", "TW-34")
    if fight.actions < 1:
        raise Refused("no actions left", "TW-32")
    return replace(scene, fight=replace(fight, actions=fight.actions - 1, used=fight.used + 1))


def _leave_turn(dice: Dice[Options], scene: Scene, who: str) -> Scene:
    """Somebody who dies in their own turn is done with it."""
    return _next_turn(dice, scene) if scene.fight is not None and scene.fight.turn == who else scene


def _next_turn(dice: Dice[Options], scene: Scene) -> Scene:
    """The turn of the next in order who is not out of the fight."""
    fight = scene.fight
    if fight is None:
        return scene
    for ahead in range(1, len(fight.order) + 1):
        at = (fight.at + ahead) % len(fight.order)
        if is_able(dice.options, scene.characters[fight.order[at]].state):
            passed = fight.at + ahead >= len(fight.order)
            return replace(scene, fight=Fight(fight.order, fight.round + passed, at))
    return replace(scene, fight=replace(fight, begun=False, actions=0))


def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The running fight; it is over when only one side can still act."""
    fight = scene.fight
    if fight is None:
        return None
    able = [name for name in fight.order if is_able(options, scene.characters[name].state)]
    sides = {scene.characters[name].npc for name in able}
    mixed = len({scene.characters[name].npc for name in fight.order}) == 2
    over = len(sides) < 2 if mixed else len(able) < 2
    winner = None
    if over and able:
        winner = ("the GM's side" if sides == {True} else "the players") if mixed else able[0]
    return FightStatus(fight.order, fight.round, fight.turn, {"actions": fight.actions}, over, winner)


ACTIONS = (
    Action("join", join, by="gm"),
    Action("check", ability_check),
    Action("start-fight", start_fight, by="gm"),
    Action("enter-fight", enter_fight, by="gm"),
    Action("start-turn", start_turn, when="turn"),
    Action("attack", attack_someone, when="turn"),
    Action("drink", drink, when="turn"),
    Action("stabilise", stabilise_someone, when="turn"),
    Action("end-turn", end_turn, when="turn"),
    Action("end-fight", end_fight, by="gm"),
    Action("short-rest", short_rest),
    Action("long-rest", long_rest),
    Action("take-damage", take_damage, by="gm"),
    Action("heal", heal, by="gm"),
    Action("treat", treat, by="gm"),
    Action("die", die, by="gm"),
    Action("edit", edit, by="gm"),
)

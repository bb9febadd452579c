"""Everything that changes the state of play: characters, checks, wounds and rests here, fights in `turns`."""

from typing import Annotated, Any

from msgspec.structs import replace

from rulewright.game import Action, Character, suggested
from rulewright.game.scene import Said
from rulewright.games.twelves.check import Check, check
from rulewright.games.twelves.creation import create, edited
from rulewright.games.twelves.data import HEALING
from rulewright.games.twelves.health import DoseSource, healed_by, hurt, refuse_dead
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.rest import Healed, check_rest_plan, healed, take_dose, take_long_rest, take_short_rest
from rulewright.games.twelves.scene import (
    HIGHEST_DIFFICULTY,
    AbilityName,
    Scene,
    Sources,
    TagNames,
    attempt_of,
    check_ability,
    leave_turn,
    refuse_unable,
    wounded_now,
)
from rulewright.games.twelves.sheet import Sheet
from rulewright.games.twelves.turns import (
    attack_someone,
    drink,
    end_fight,
    end_turn,
    enter_fight,
    stabilise_someone,
    start_fight,
    start_turn,
)
from rulewright.rules import BadParameter, Dice, Refused, between, meaning, rule


@rule("TW-01", "TW-A34")
def join(dice: Dice[Options], scene: Scene, character: dict[str, Any]) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    return scene.joined(create(dice.options, character))


@rule("TW-A34")
def edit(dice: Dice[Options], scene: Scene, who: Character, changes: dict[str, Any]) -> tuple[Scene, Said]:
    """The GM changes rank, scores, tags or Normal boxes."""
    after = scene.with_sheet(who, edited(dice.options, scene.sheet(who), changes))
    return wounded_now(dice, after, who), Said(f"{who} is changed")


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
    source: Annotated[str, suggested("source of healing", "potion, magic or medical")] = "potion",
    boxes: Annotated[int, meaning("boxes to clear")] = 1,
) -> tuple[Scene, Healed]:
    """Somebody is healed by as many boxes as the GM says."""
    before = scene.sheet(who)
    return _changed(dice, scene, who, before, healed_by(dice.options, before, source, boxes))


@rule("TW-A22")
def die(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """The GM says that somebody dies; that is final."""
    refuse_dead(scene.sheet(who))
    return leave_turn(dice, scene.with_sheet(who, replace(scene.sheet(who), state="dead")), who), Said(f"{who} dies")


def _changed(dice: Dice[Options], scene: Scene, who: str, before: Sheet, after: Sheet) -> tuple[Scene, Healed]:
    return wounded_now(dice, scene.with_sheet(who, after), who), healed(before, after)


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
    check_ability(ability)
    if difficulty < 0:
        raise Refused(f"negative difficulty: {difficulty}; it is a penalty", "TW-A6")
    if difficulty > HIGHEST_DIFFICULTY:
        raise BadParameter("difficulty", f"a whole number from 0 to {HIGHEST_DIFFICULTY}", difficulty)
    attempt = attempt_of(dice.options, scene.sheet(who), ability, tags, difficulty, advantage, disadvantage)
    refuse_unable(dice.options, scene.sheet(who))
    return scene, dice.call(check, attempt)


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


ACTIONS = (
    Action("join", join, by="gm"),
    Action("check", ability_check),
    Action("start-fight", start_fight, by="gm"),
    Action("enter-fight", enter_fight, by="gm"),
    Action("start-turn", start_turn, when="turn"),
    Action("attack", attack_someone, when="turn", own=("ability",)),
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

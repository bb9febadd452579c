"""Everything that changes the state of play: characters, rolls, and what the GM sets."""

from typing import Annotated, Any

from msgspec.structs import replace

from rulewright.game import Action, Character, named
from rulewright.game.scene import Said
from rulewright.games.die_code.check import Check, Method, checked
from rulewright.games.die_code.codes import grown, parse_code
from rulewright.games.die_code.contest import Opposed, opposed_hands
from rulewright.games.die_code.creation import create, edited
from rulewright.games.die_code.data import Difficulty
from rulewright.games.die_code.difficulty import Target, TargetNumber, target_of
from rulewright.games.die_code.movement import Going, Mode, Moved, moved, refuse_average
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import Hand, Modifier, Total, hand_of, thrown
from rulewright.games.die_code.pursuits import PURSUITS
from rulewright.games.die_code.scene import Scene, Standing, Throw, Versus, hands_of, pool_for
from rulewright.games.die_code.sheet import Sheet, Skill, size_of
from rulewright.games.die_code.sizes import SizeLabel, SizeUse, size_points
from rulewright.rules import BadInput, BadParameter, Dice, Refused, meaning, rule

_MOST_STANDING = {"advantage": 20, "disadvantage": 20, "penalty": 40}

# --- characters --------------------------------------------------------------------------------


@rule("DC-03", "DC-55", "DC-A2", "DC-A21")
def join(dice: Dice[Options], scene: Scene, character: dict[str, Any]) -> tuple[Scene, Said]:
    """A new character joins the scene."""
    sheet = create(dice.options, character)
    scene.refuse_taken(sheet.name, "DC-A2")
    return scene.with_sheet(sheet.name, sheet), Said(f"{sheet.name} joins")


@rule("DC-A2", "DC-A14", "DC-A21")
def set_fields(dice: Dice[Options], scene: Scene, who: Character, changes: dict[str, Any]) -> tuple[Scene, Said]:
    """The GM replaces any field of a sheet, under the same checks as a new character."""
    sheet = edited(dice.options, scene.sheet(who), changes)
    if sheet.name == who:
        return scene.with_sheet(who, sheet), Said(f"{who} is changed")
    scene.refuse_taken(sheet.name, "DC-A2")
    if scene.contest is not None or scene.chase is not None:
        raise Refused("a contest or chase is running: nobody changes their name now", "DC-A28")
    renamed = {sheet.name if name == who else name: sheet if name == who else one for name, one in _all(scene)}
    standing = {sheet.name if name == who else name: one for name, one in scene.standing.items()}
    return replace(scene, characters=renamed, standing=standing), Said(f"{who} is now {sheet.name}")


def _all(scene: Scene) -> list[tuple[str, Sheet]]:
    return list(scene.characters.items())


@rule("DC-04", "DC-A1", "DC-A30")
def raise_code(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    name: Annotated[str, named("code", "a skill, attribute or piece of equipment on the sheet", of="who")],
    pips: Annotated[int, meaning("pips to grow by, three to a die")] = 1,
) -> tuple[Scene, Said]:
    """A code grows by pips on the GM's word; there is no price and no limit."""
    if pips < 1:
        raise BadParameter("pips", "a whole number, at least 1", pips)
    sheet = scene.sheet(who)
    if name in sheet.skills:
        skill = sheet.skills[name]
        code = _raised(skill.code, pips)
        after = replace(sheet, skills={**sheet.skills, name: Skill(skill.attribute, code)})
    elif name in sheet.attributes:
        code = _raised(sheet.attributes[name], pips)
        after = replace(sheet, attributes={**sheet.attributes, name: code})
    elif name in sheet.equipment:
        code = _raised(sheet.equipment[name], pips)
        after = replace(sheet, equipment={**sheet.equipment, name: code})
    else:
        raise Refused(f"unknown name: {name[:40]!r} is not on the sheet of {who}", "DC-A2")
    return scene.with_sheet(who, after), Said(f"{name} of {who} is now {code}")


def _raised(code: str, pips: int) -> str:
    return parse_code(grown(parse_code(code), pips).text).text


# --- rolls -------------------------------------------------------------------------------------


@rule("DC-03", "DC-09", "DC-A30")
def throw_total(dice: Dice[Options], scene: Scene, throw: Throw) -> tuple[Scene, Total]:
    """Throw a weapon, a piece of gear or any pool and add it up; the GM says what it means."""
    return scene, Total(thrown(dice, hand_of(dice.options, pool_for(scene, throw))))


class CheckOf(Throw, frozen=True, kw_only=True):
    """Somebody attempts something."""

    difficulty: Annotated[Difficulty | None, meaning("a rung of the ladder")] = None
    tn: Annotated[TargetNumber | None, meaning("a target number instead of a rung")] = None
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = None
    target: Annotated[str | None, named("character", "the character whose size counts")] = None
    target_size: Annotated[SizeLabel | None, meaning("the size of a target that is no character")] = None


@rule("DC-06", "DC-10", "DC-30", "DC-A16")
def roll_check(dice: Dice[Options], scene: Scene, attempt: CheckOf) -> tuple[Scene, Check]:
    """A check with the dice, on a skill, an attribute or any pool."""
    hand, target = _ready(dice.options, scene, attempt)
    return scene, checked(dice, hand, target, average=False)


@rule("DC-36", "DC-37", "DC-38", "DC-39")
def take_average(dice: Dice[Options], scene: Scene, attempt: CheckOf) -> tuple[Scene, Check]:
    """A check without dice, where the pool has enough of them."""
    hand, target = _ready(dice.options, scene, attempt)
    return scene, checked(dice, hand, target, average=True)


def _ready(options: Options, scene: Scene, attempt: CheckOf) -> tuple[Hand, Target | None]:
    if attempt.target is not None and attempt.target_size is not None:
        raise BadInput("target and target_size together: name one of them (DC-A16)")
    struck: str | None = attempt.target_size
    if attempt.target is not None:
        struck = size_of(options, scene.sheet(attempt.target))
    points = size_points(options, size_of(options, scene.sheet(attempt.who)), struck, attempt.size_use)
    return (
        hand_of(options, pool_for(scene, attempt), points),
        target_of(options, attempt.difficulty, attempt.tn),
    )


class MoveOf(Throw, frozen=True, kw_only=True):
    """Somebody makes a full move."""

    mode: Mode
    method: Method = "roll"


@rule("DC-55", "DC-56", "DC-A22", "DC-A25")
def make_move(dice: Dice[Options], scene: Scene, attempt: MoveOf) -> tuple[Scene, Moved]:
    """A full move; the paces are added to the distance somebody has come."""
    standing, average = scene.standing_of(attempt.who), attempt.method == "average"
    hand = hand_of(dice.options, pool_for(scene, attempt))
    going = Going(hand, scene.sheet(attempt.who).move, standing.in_combat)
    refuse_average(dice.options, going, attempt.mode, average)
    made = moved(dice, going, attempt.mode, average)
    return scene.with_standing(attempt.who, replace(standing, distance=standing.distance + made.paces)), made


@rule("DC-A27")
def oppose(dice: Dice[Options], scene: Scene, sides: Versus) -> tuple[Scene, Opposed]:
    """Somebody rolls against somebody else (Extension)."""
    return scene, opposed_hands(dice, *hands_of(dice.options, scene, sides))


# --- what the GM sets --------------------------------------------------------------------------


@rule("DC-08", "DC-27", "DC-A3", "DC-A9", "DC-A10")
def grant(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    advantage: Annotated[int | None, meaning("standing levels of advantage")] = None,
    disadvantage: Annotated[int | None, meaning("standing levels of disadvantage")] = None,
    penalty: Annotated[int | None, meaning("standing penalty dice")] = None,
    modifier: Annotated[Modifier | None, meaning("a standing modifier")] = None,
) -> tuple[Scene, Said]:
    """The GM sets what is added to every roll somebody makes; what is not named stays as it is."""
    standing = scene.standing_of(who)
    counts = {"advantage": advantage, "disadvantage": disadvantage, "penalty": penalty}
    named = {name: count for name, count in counts.items() if count is not None}
    for name, count in named.items():
        if count < 0:
            raise Refused(f"negative counts: {name} {count}", "DC-A9")
        if count > _MOST_STANDING[name]:
            raise BadParameter(name, f"a whole number from 0 to {_MOST_STANDING[name]}", count)
    if modifier is not None:
        named["modifier"] = modifier
    return scene.with_standing(who, replace(standing, **named)), Said(f"{who}: {_listed(named)}")


def _listed(named: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in named.items()) or "nothing set"


@rule("DC-08", "DC-A3")
def clear(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """The GM takes back all that was set for somebody."""
    standing = scene.standing_of(who)
    kept = Standing(in_combat=standing.in_combat, distance=standing.distance)
    return scene.with_standing(who, kept), Said(f"{who}: nothing set")


@rule("DC-73", "DC-A25")
def enter_combat(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Somebody is in combat: moving is one rung harder."""
    return scene.with_standing(who, replace(scene.standing_of(who), in_combat=True)), Said(f"{who} is in combat")


@rule("DC-73", "DC-A25")
def leave_combat(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Somebody is out of combat."""
    return scene.with_standing(who, replace(scene.standing_of(who), in_combat=False)), Said(f"{who} is out of combat")


# --- what the draft has no rule for ------------------------------------------------------------


def _without_rule(name: str, noun: str) -> Action:
    @rule("DC-A30")
    def perform(
        dice: Dice[Options],
        scene: Scene,
        who: Annotated[str, meaning("whoever it would be about")] = "",
        amount: Annotated[int, meaning("however much it would be")] = 0,
        what: Annotated[str, meaning("whatever it would be")] = "",
    ) -> tuple[Scene, Said]:
        raise Refused(f"the draft has no rule for {noun}: the GM says what happens", "DC-A30")

    perform.__name__ = name.replace("-", "_")
    perform.__doc__ = f"Always refused: the draft has no rule for {noun}."
    return Action(name, perform, by="gm")


ACTIONS = (
    Action("join", join, by="gm"),
    Action("check", roll_check),
    Action("take-average", take_average),
    Action("move", make_move),
    Action("opposed", oppose),
    Action("total", throw_total),
    Action("grant", grant, by="gm"),
    Action("clear", clear, by="gm"),
    Action("enter-combat", enter_combat),
    Action("leave-combat", leave_combat),
    *PURSUITS,
    Action("set", set_fields, by="gm"),
    Action("raise", raise_code, by="gm"),
    _without_rule("damage", "damage"),
    _without_rule("heal", "healing"),
    _without_rule("rest", "resting"),
    _without_rule("die", "dying"),
    _without_rule("buy", "buying anything"),
    _without_rule("earn-experience", "experience"),
)

"""Checks in play, open or hidden, and the effects that net Advantage or Drawback buys."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import PLAYERS, Character, named, suggested
from rulewright.games.untold_aeons.check import Check, CheckTerms, HiddenAttempt, attempt_dice, hidden_check, judged
from rulewright.games.untold_aeons.data import (
    ADVANTAGES,
    CHECK,
    DRAWBACKS,
    EFFECTS,
    STANDARD_SKILLS,
    SUGGESTED,
    numbered,
)
from rulewright.games.untold_aeons.effects import NARRATOR, which_effect, with_effect
from rulewright.games.untold_aeons.experience import skill_name
from rulewright.games.untold_aeons.karma import Stakes, karma_dice
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Bonus,
    Difficulty,
    SideFaces,
    difficulty_faces,
    flat_successes,
    opposing_dice,
    skill_faces,
)
from rulewright.games.untold_aeons.rerolls import Reroll
from rulewright.games.untold_aeons.scene import HiddenCheck, Scene, Spendable, refuse_dead, refuse_unable
from rulewright.games.untold_aeons.sheet import STATS, Sheet
from rulewright.games.untold_aeons.stress_actions import suffer
from rulewright.games.untold_aeons.table_rolls import thrown
from rulewright.rules import Dice, Refused, meaning, rule
from rulewright.rules.limits import Name, Tally, Text

SkillName = Annotated[
    Name | Tally,
    named("skill or characteristic", "a skill or characteristic; an unlearned skill rolls untrained", of="who"),
]
NamedDifficulty = Annotated[Difficulty, meaning(f"difficulty dice: {numbered(SUGGESTED.difficulty)}")]
NarratorsNumber = Annotated[Difficulty | None, meaning("hidden difficulty dice; as set with the check by default")]
Knowledge = Annotated[bool, meaning("whether Knowledge stands in for it")]
Row = Literal[
    "ally-bonus",
    "notice",
    "enemy-penalty",
    "maneuver",
    "bypass",
    "great-advantage",
    "stress",
    "enemy-maneuver",
    "exposed",
    "fun-stuff",
    "great-drawback",
]


class Checked(Struct, frozen=True):
    """How a check in play went, and whether karma was spent on a reroll."""

    result: Literal["success", "failure"]
    margin: int
    net: int
    rerolled: bool


@rule("UA-06", "UA-46", "UA-47", "UA-70", "UA-A12", "UA-A13")
def _attempt(
    options: Options, scene: Scene, who: str, skill: str | int, difficulty: int, bonus: int, knowledge: bool
) -> CheckTerms:
    """A character's check, from the sheet and the karma spent on it."""
    if not isinstance(skill, str):
        raise Refused(f"unknown skill: {skill} is not a name", "UA-A12")
    sheet, name = scene.sheet(who), skill_name(skill)
    if knowledge and not _stands_in(options, sheet, name):
        raise Refused(f"knowledge cannot stand in: {name[:60]} is not a knowledge skill of {who}", "UA-A13")
    refuse_unable(sheet)
    stakes = scene.stakes.get(who, Stakes())
    return CheckTerms(
        skill=sheet.level("knowledge" if knowledge else name),
        difficulty=difficulty + karma_dice(stakes.difficulty),
        knowledge_substitute=knowledge,
        bonus=bonus + sheet.next_check + karma_dice(stakes.bonus),
        shaken=sheet.unnerved,
        karma=stakes.bonus > 0,
        karma_against=stakes.difficulty > 0,
    )


@rule("UA-47", "UA-A13")
def _stands_in(options: Options, sheet: Sheet, skill: str) -> bool:
    """Knowledge stands in for marked skills, and, unless a ruling limits it to those, for every non-standard skill."""
    specific = skill not in STANDARD_SKILLS and skill not in STATS
    return skill in sheet.knowledge_skills or (specific and options.knowledge_stand_in == "any")


def _rolled(scene: Scene, who: str) -> Scene:
    """The scene after a check: bonuses and karma kept for it are used up."""
    return scene.with_check_made(who).without_stakes(who)


@rule("UA-19", "UA-27", "UA-33", "UA-36", "UA-70", "UA-138", "UA-A10")
def make_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: SkillName,
    difficulty: NamedDifficulty = CHECK.difficulty,
    bonus: Bonus = 0,
    knowledge: Knowledge = False,
    reroll: Reroll = None,
) -> tuple[Scene, Checked]:
    """A check on a skill or characteristic; its net can be spent."""
    attempt = _attempt(dice.options, scene, who, skill, difficulty, bonus, knowledge)
    flat = flat_successes(dice.options, attempt.karma)

    def failed(own: SideFaces, others: SideFaces) -> bool:
        return own.successes + flat <= others.successes

    against = difficulty_faces(opposing_dice(attempt.difficulty, attempt.karma_against))
    own_dice = attempt_dice(dice.options, attempt)
    scene, threw = thrown(dice, _rolled(scene, who), who, own_dice, against, failed, reroll, "check")
    found = judged(threw.own.successes + flat - threw.others.successes, threw.own.ones - threw.others.ones)
    outcome = Checked(found.result, found.margin, found.net, threw.rerolled)
    return replace(scene, last=Spendable(who, found.net)), outcome


class Seen(Struct, frozen=True):
    """The player's part of a hidden check."""

    successes: int
    advantages: int


@rule("UA-39", "UA-A11")
def make_hidden_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    skill: SkillName,
    difficulty: NamedDifficulty = CHECK.difficulty,
    bonus: Bonus = 0,
    knowledge: Knowledge = False,
) -> tuple[Scene, Seen]:
    """The player rolls skill dice only; the Narrator rolls the difficulty dice in secret."""
    if dice.options.hidden_difficulty == "off":
        raise Refused("hidden difficulty is off at this table", "UA-A11")
    if scene.hidden is not None:
        raise Refused(f"a hidden check of {scene.hidden.who} is not revealed yet", "UA-39")
    attempt = _attempt(dice.options, scene, who, skill, difficulty, bonus, knowledge)
    own = dice.pool("check", skill_faces(dice.options, attempt_dice(dice.options, attempt)))
    successes = own.successes + flat_successes(dice.options, attempt.karma)
    against = opposing_dice(attempt.difficulty, attempt.karma_against)
    hidden = HiddenCheck(who, successes, own.ones, against, from_karma=against - difficulty)
    return replace(_rolled(scene, who), hidden=hidden), Seen(successes, own.ones)


@rule("UA-39", "UA-A11")
def roll_difficulty(dice: Dice[Options], scene: Scene, difficulty: NarratorsNumber = None) -> tuple[Scene, Check]:
    """The Narrator rolls the difficulty dice of a hidden check in secret."""
    hidden = scene.hidden
    if hidden is None or hidden.result is not None:
        raise Refused("no hidden check waits for its difficulty dice", "UA-39")
    against = hidden.difficulty if difficulty is None else difficulty + hidden.from_karma
    attempt = HiddenAttempt(successes=hidden.successes, advantages=hidden.advantages, difficulty=against)
    result = hidden_check(dice, attempt)
    return replace(scene, hidden=replace(hidden, difficulty=against, result=result)), result


@rule("UA-39", "UA-A11")
def reveal(dice: Dice[Options], scene: Scene) -> tuple[Scene, Check]:
    """The Narrator reveals the result of the hidden check; its net can be spent."""
    if scene.hidden is None or scene.hidden.result is None:
        raise Refused("nothing to reveal: the difficulty dice have not been rolled", "UA-39")
    result = scene.hidden.result
    return replace(scene, hidden=None, last=Spendable(scene.hidden.who, result.net)), result


class Spent(Struct, frozen=True):
    """The effect of a row of the tables, and the net that is left."""

    text: str
    net: int


@rule(
    "UA-37", "UA-70", "UA-138", "UA-139", "UA-140", "UA-141", "UA-142", "UA-143",
    "UA-144", "UA-145", "UA-146", "UA-147", "UA-A48", "UA-A49",
)  # fmt: skip
def spend_net(
    dice: Dice[Options],
    scene: Scene,
    row: Row,
    target: Annotated[Character, meaning("the ally, enemy or opponent it applies to")] = "",
    text: Annotated[Text, suggested("fun stuff", "the effect in words, if the row leaves it open")] = "",
    reroll: Reroll = None,
) -> tuple[Scene, Spent]:
    """Spend net Advantage, or let the other side spend net Drawback, of the last roll."""
    scene, actor = purchase(scene, row)
    words = text or (ADVANTAGES | DRAWBACKS)[row].text
    match row:
        case "ally-bonus" | "enemy-penalty":
            scene = _helped(scene, actor, target, 1 if row == "ally-bonus" else -1)
        case "maneuver":
            scene = _moves(scene, actor)
        case "enemy-maneuver":
            scene = _moves(scene, target)
        case "exposed" if scene.fight is not None:
            one = scene.combatant(actor)
            scene = replace(scene, fight=scene.fight.with_one(actor, replace(one, exposed=one.exposed + 1)))
        case "stress":
            refuse_dead(scene.sheet(actor))
            last = scene.last
            scene, _ = suffer(dice, scene, actor, 1, None, reroll)
            scene = replace(scene, last=last)
        case "fun-stuff":
            if not scene.sheet(actor).unnerved:
                raise Refused(f"not Shaken: {actor}", "UA-70")
            decides = NARRATOR if scene.sheet(actor).kind == "player" else PLAYERS
            words = which_effect(dice, decides, EFFECTS.fun_stuff, text) or words
            scene = with_effect(scene, actor, words, lasting=True)
    return scene, Spent(f"{actor}: {words}", scene.last.net if scene.last is not None else 0)


@rule("UA-138", "UA-140")
def _helped(scene: Scene, actor: str, target: str, dice: int) -> Scene:
    """The scene with a die more or fewer on another character's next check."""
    if target == actor:
        raise Refused("target is the character itself: choose another", "UA-138")
    refuse_dead(scene.sheet(target))
    sheet = scene.sheet(target)
    return scene.with_sheet(target, replace(sheet, next_check=sheet.next_check + dice))


@rule("UA-141", "UA-145", "UA-A48")
def _moves(scene: Scene, who: str) -> Scene:
    """The scene after a maneuver, a free move; outside a fight it has no effect."""
    if scene.fight is None:
        return scene
    one = scene.combatant(who)
    return replace(scene, fight=scene.fight.with_one(who, replace(one, free_moves=one.free_moves + 1)))


@rule("UA-138", "UA-144", "UA-148", "UA-A48")
def purchase(scene: Scene, row: str) -> tuple[Scene, str]:
    """The scene after a row of the tables is paid from the net of the last roll, and the character who rolled."""
    table, sign, noun = (ADVANTAGES, 1, "advantage") if row in ADVANTAGES else (DRAWBACKS, -1, "drawback")
    left = sign * scene.last.net if scene.last is not None else 0
    cost = table[row].cost
    if scene.last is None or left < cost:
        raise Refused(f"not enough {noun}: {row} costs {cost}, there is {max(0, left)}", table[row].rule)
    last = replace(scene.last, net=scene.last.net - sign * cost)
    return replace(scene, last=last), last.who

"""Stress in play: sanity checks, gains and losses of stress, and the end of insanity."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.data import CHECK, EFFECTS, SAVES, SUGGESTED, numbered
from rulewright.games.untold_aeons.effects import NARRATOR, BadEffect, GoodEffect, faints, which_effect, with_effect
from rulewright.games.untold_aeons.fight_actions import settle
from rulewright.games.untold_aeons.harm import Amount, Suffered, refuse_negative
from rulewright.games.untold_aeons.limits import is_over, stress_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    Bonus,
    Count,
    SideFaces,
    difficulty_faces,
    pool_dice,
)
from rulewright.games.untold_aeons.rerolls import Reroll, Wish
from rulewright.games.untold_aeons.scene import UNCONSCIOUS, Scene, is_faint, refuse_dead
from rulewright.games.untold_aeons.sheet import CATEGORIES, Category, Sheet
from rulewright.games.untold_aeons.stress import (
    State,
    hardened,
    mind_after,
    mind_of,
    notches_gained,
    sanity_stress,
    shock_of,
    state_when_failed,
    stress_save_due,
    stress_taken,
)
from rulewright.games.untold_aeons.table_rolls import karma_on, saved, thrown
from rulewright.rules import Dice, Refused, between, rule
from rulewright.rules.limits import Name

CategoryName = Annotated[Name, named_by_rule("the category of the horror", *CATEGORIES)]


class SanityInPlay(Struct, frozen=True):
    """How a sanity check at the table went, and the effect of its net Advantage or Drawback."""

    result: Literal["success", "failure"]
    stress_gained: int
    net: int
    state: str
    notches: int
    effect: str


def _category(name: str) -> Category:
    for category in CATEGORIES:
        if name.strip().lower() == category:
            return category
    raise Refused(f"unknown category: {name[:60]} (they are {', '.join(CATEGORIES)})", "UA-81")


@rule("UA-65", "UA-66", "UA-75", "UA-77", "UA-A23")
def _saves(dice: Dice[Options], scene: Scene, who: str, stress: int, wish: Wish, bonus: int) -> tuple[Scene, State]:
    """The saves that a gain of stress calls for at the table."""
    sheet = scene.sheet(who)
    mind = mind_of(dice.options, sheet.characteristics.willpower, sheet.characteristics.intellect)
    state = mind_after(sheet.shaken, sheet.insane)
    for multiple in (1, SAVES.double):
        due = stress_save_due(dice.options, mind, stress, state, multiple)
        if due is not None:
            stat_dice, over = due
            scene, held = saved(dice, scene, who, stat_dice + bonus, over, wish)
            state = state if held else state_when_failed(multiple)
    return scene, state


@rule("UA-84", "UA-A28")
def suffer(
    dice: Dice[Options],
    scene: Scene,
    who: str,
    amount: int,
    category: Category | None,
    wish: Wish,
    bonus: int = 0,
) -> tuple[Scene, Suffered]:
    """A character after a gain of stress; hardening reduces stress of its category."""
    sheet = scene.sheet(who)
    armour = hardened(dice.options, sheet.notches.of(category)).level if category else 0
    gained = stress_taken(amount, armour)
    return _stressed(dice, scene, who, gained, wish, bonus)


def _stressed(
    dice: Dice[Options], scene: Scene, who: str, gained: int, wish: Wish, bonus: int = 0
) -> tuple[Scene, Suffered]:
    sheet = scene.sheet(who)
    state, stress = mind_after(sheet.shaken, sheet.insane), sheet.stress + gained
    if gained:
        scene, state = _saves(dice, scene, who, stress, wish, bonus)
    after = replace(scene.sheet(who), stress=stress, shaken=state != "steady", insane=state == "insane")
    scene = scene.with_sheet(who, after)
    if after.insane and not sheet.insane and faints(dice, who):
        return with_effect(scene, who, UNCONSCIOUS, lasting=True), Suffered(stress, UNCONSCIOUS)
    return scene, Suffered(stress, state)


@rule("UA-65", "UA-84", "UA-97", "UA-A28", "UA-A33")
def gain_stress_in_play(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    amount: Amount,
    category: CategoryName = "",
    bonus: Bonus = 0,
    reroll: Reroll = None,
) -> tuple[Scene, Suffered]:
    """The Narrator gives a character stress, with the saves that follow, for which a bonus counts."""
    refuse_negative(amount)
    refuse_dead(scene.sheet(who))
    scene, outcome = suffer(dice, scene, who, amount, _category(category) if category else None, reroll, bonus)
    return settle(dice, scene), outcome


@rule("UA-69", "UA-A22", "UA-A24")
def calmed(options: Options, sheet: Sheet, stress: int) -> Sheet:
    """A sheet with less stress: Shaken ends below the limit, insane at no more than its double."""
    limit = stress_limit(sheet.characteristics.willpower)
    insane = sheet.insane and is_over(options, "stress", stress, limit, SAVES.double)
    if sheet.insane and not insane:
        sheet = _sane_again(sheet)
    return replace(sheet, stress=stress, shaken=sheet.shaken and stress >= limit)


@rule("UA-A24")
def _sane_again(sheet: Sheet) -> Sheet:
    """A sheet without insanity; a faint ends with it."""
    return replace(sheet, insane=False, effects=tuple(effect for effect in sheet.effects if not is_faint(effect)))


@rule("UA-58", "UA-69", "UA-A22", "UA-A24")
def lose_stress(dice: Dice[Options], scene: Scene, who: Character, amount: Amount) -> tuple[Scene, Suffered]:
    """The Narrator takes stress away."""
    refuse_negative(amount)
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    after = calmed(dice.options, sheet, max(0, sheet.stress - amount))
    return scene.with_sheet(who, after), Suffered(after.stress, mind_after(after.shaken, after.insane))


@rule("UA-A24")
def end_insanity(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """The Narrator ends a character's insanity."""
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    if not sheet.insane:
        raise Refused(f"not insane: {who}", "UA-A24")
    return scene.with_sheet(who, _sane_again(sheet)), Said(f"{who} is no longer insane")


@rule("UA-59", "UA-62", "UA-63", "UA-64", "UA-71", "UA-73", "UA-74", "UA-81", "UA-82", "UA-A18", "UA-A25", "UA-A29")
def make_sanity_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    category: CategoryName,
    difficulty: Annotated[int, between(0, 10, f"how severe it is: {numbered(SUGGESTED.severity)}")] = CHECK.difficulty,
    bonus: Bonus = 0,
    reroll: Reroll = None,
    advantage: GoodEffect = "",
    drawback: BadEffect = "",
) -> tuple[Scene, SanityInPlay]:
    """A sanity check: stress, the saves, and the effect of the net: a notch, or an effect that is chosen."""
    cause = _category(category)
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    options = dice.options
    scene, karma = karma_on(options, scene.with_check_made(who), who)
    armour = hardened(options, sheet.notches.of(cause)).level

    def failed(own: SideFaces, others: SideFaces) -> bool:
        return own.successes + karma.successes <= others.successes

    stats = sheet.characteristics
    more = bonus + sheet.next_check + sheet.next_shock + karma.dice
    willpower = pool_dice(options, stats.willpower, more, sheet.unnerved)
    against = difficulty_faces(difficulty + karma.difficulty)
    scene, threw = thrown(dice, scene, who, willpower, against, failed, reroll, "sanity check")
    net = threw.own.ones - threw.others.ones
    shock = shock_of(Count(threw.own.successes, threw.others.successes, net), karma.successes)
    gained = sanity_stress(options, difficulty, karma.difficulty, shock.failures, armour)
    scene, suffered = _stressed(dice, scene, who, gained, reroll)
    after = replace(scene.sheet(who), next_shock=0)
    state = mind_after(after.shaken, after.insane)
    notches = notches_gained(options, state, net)
    counted = replace(after.notches, **{cause: after.notches.of(cause) + notches})
    scene = scene.with_sheet(who, replace(after, notches=counted))
    scene, effect = _effect_of_net(dice, scene, who, state, net, advantage, drawback)
    result: Literal["success", "failure"] = "success" if shock.success else "failure"
    outcome = SanityInPlay(result, gained, net, suffered.state, notches, effect)
    return settle(dice, scene), outcome


@rule("UA-62", "UA-63", "UA-64", "UA-71", "UA-73", "UA-A25")
def _effect_of_net(
    dice: Dice[Options], scene: Scene, who: str, state: State, net: int, advantage: str, drawback: str
) -> tuple[Scene, str]:
    """Advantage while steady: a short effect the player chooses; Drawback: one by the Narrator, lasting if Shaken."""
    lasting = state != "steady"
    if net == 0 or (net > 0 and lasting):  # while Shaken an Advantage is a notch
        return scene, ""
    if net > 0:
        text = which_effect(dice, who, EFFECTS.short_advantage, advantage)
    else:
        listed = EFFECTS.lasting_drawback if lasting else EFFECTS.short_drawback
        text = which_effect(dice, NARRATOR, listed, drawback)
    scene = with_effect(scene, who, text, lasting)
    if text == EFFECTS.sanity_bonus:
        scene = scene.with_sheet(who, replace(scene.sheet(who), next_shock=1))
    return scene, text

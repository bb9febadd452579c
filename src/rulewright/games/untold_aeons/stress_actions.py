"""Stress in play: sanity checks, gains and losses of stress, and the end of insanity."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import Character, named_by_rule
from rulewright.game.scene import Said
from rulewright.games.untold_aeons.data import CHECK, SAVES
from rulewright.games.untold_aeons.limits import is_over, stress_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import (
    MOST_POINTS,
    Bonus,
    Count,
    Faces,
    difficulty_faces,
    pool_dice,
)
from rulewright.games.untold_aeons.rerolls import Reroll, Wish
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.sheet import CATEGORIES, Category, Sheet
from rulewright.games.untold_aeons.stress import (
    SanityResult,
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
Amount = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS, description="how much, from 0")]


class Suffered(Struct, frozen=True):
    """Stress or wounds after a change, and the state they lead to."""

    total: int
    state: str


def _category(name: str) -> Category:
    for category in CATEGORIES:
        if name.strip().lower() == category:
            return category
    raise Refused(f"unknown category: {name[:60]} (they are {', '.join(CATEGORIES)})", "UA-81")


def refuse_negative(amount: int) -> None:
    """Refuse an amount below 0."""
    if amount < 0:
        raise Refused(f"negative amount: {amount}; give 0 or more")


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
    return scene.with_sheet(who, after), Suffered(stress, state)


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
    return suffer(dice, scene, who, amount, _category(category) if category else None, reroll, bonus)


@rule("UA-69", "UA-A22", "UA-A24")
def calmed(options: Options, sheet: Sheet, stress: int) -> Sheet:
    """A sheet with less stress: Shaken ends below the limit, insane at no more than its double."""
    limit = stress_limit(sheet.characteristics.willpower)
    insane = sheet.insane and is_over(options, stress, limit, SAVES.double)
    return replace(sheet, stress=stress, shaken=sheet.shaken and stress >= limit, insane=insane)


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
    return scene.with_sheet(who, replace(sheet, insane=False)), Said(f"{who} is no longer insane")


@rule("UA-59", "UA-62", "UA-63", "UA-64", "UA-71", "UA-73", "UA-74", "UA-81", "UA-82", "UA-A18", "UA-A25", "UA-A29")
def make_sanity_check(
    dice: Dice[Options],
    scene: Scene,
    who: Character,
    category: CategoryName,
    difficulty: Annotated[int, between(0, 10, "how severe it is")] = CHECK.difficulty,
    bonus: Bonus = 0,
    reroll: Reroll = None,
) -> tuple[Scene, SanityResult]:
    """A sanity check: stress, the saves, and perhaps a notch in its category."""
    cause = _category(category)
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    options = dice.options
    scene, karma = karma_on(options, scene.with_check_made(who), who)
    armour = hardened(options, sheet.notches.of(cause)).level

    def failed(own: Faces, others: Faces) -> bool:
        return own.successes + karma.successes <= others.successes

    stats = sheet.characteristics
    willpower = pool_dice(options, stats.willpower, bonus + sheet.next_check + karma.dice, sheet.unnerved)
    against = difficulty_faces(difficulty + karma.difficulty)
    scene, threw = thrown(dice, scene, who, willpower, against, failed, reroll, "sanity check")
    net = threw.own.ones - threw.others.ones
    shock = shock_of(Count(threw.own.successes, threw.others.successes, net), karma.successes)
    gained = sanity_stress(options, difficulty, karma.difficulty, shock.failures, armour)
    scene, _ = _stressed(dice, scene, who, gained, reroll)
    state = mind_after(scene.sheet(who).shaken, scene.sheet(who).insane)
    notches = notches_gained(options, state, net)
    after = scene.sheet(who)
    counted = replace(after.notches, **{cause: after.notches.of(cause) + notches})
    outcome = SanityResult("success" if shock.success else "failure", gained, net, state, notches)
    return scene.with_sheet(who, replace(after, notches=counted)), outcome

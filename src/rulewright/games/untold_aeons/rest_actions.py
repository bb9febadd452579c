"""A day of rest: recovery from stress, then healing."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character
from rulewright.games.untold_aeons.limits import daily_loss, stress_limit, wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Bonus, SideFaces, difficulty_faces, pool_dice
from rulewright.games.untold_aeons.rerolls import Reroll, Wish
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.stress_actions import calmed
from rulewright.games.untold_aeons.table_rolls import karma_on, thrown
from rulewright.rules import Dice, Refused, rule


class Day(Struct, frozen=True):
    """How a day of rest went."""

    stress: int
    shaken: bool
    wounds: int
    severely_injured: bool


@rule("UA-78", "UA-79", "UA-80", "UA-98", "UA-99", "UA-100", "UA-A22")
def day_passes(
    dice: Dice[Options], scene: Scene, who: Character, bonus: Bonus = 0, reroll: Reroll = None
) -> tuple[Scene, Day]:
    """A day passes: recover stress, then heal unless bleeding; karma on the next roll counts for the first."""
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    if scene.fight is not None:
        raise Refused("in a fight: no day passes now", "UA-78")
    willpower, toughness = sheet.characteristics.willpower, sheet.characteristics.toughness
    scene, rested = _daily_check(dice, scene, who, willpower + bonus, sheet.stress, reroll, "recovery")
    limit = stress_limit(willpower)
    stress = sheet.stress - daily_loss(dice.options, "stress", rested, sheet.stress, limit)
    sheet = replace(calmed(dice.options, scene.sheet(who), stress), shaken=sheet.unnerved and stress >= limit)
    scene = scene.with_sheet(who, sheet)
    if not sheet.bleeding:
        scene, healed = _daily_check(dice, scene, who, toughness + bonus, sheet.wounds, reroll, "healing")
        limit = wound_limit(toughness)
        wounds = sheet.wounds - daily_loss(dice.options, "wounds", healed, sheet.wounds, limit)
        sheet = replace(scene.sheet(who), wounds=wounds, severely_injured=sheet.severely_injured and wounds >= limit)
    return scene.with_sheet(who, sheet), Day(sheet.stress, sheet.shaken, sheet.wounds, sheet.severely_injured)


@rule("UA-19", "UA-21", "UA-25", "UA-78", "UA-98", "UA-A5")
def _daily_check(
    dice: Dice[Options], scene: Scene, who: str, skill_dice: int, points: int, wish: Wish, name: str
) -> tuple[Scene, int]:
    """The successes of a check of difficulty 0; karma may reroll it if it recovers nothing.

    Where karma has raised the difficulty, each failure takes a success away.
    """
    sheet = scene.sheet(who)
    scene, karma = karma_on(dice.options, scene.with_check_made(who), who)
    own_dice = pool_dice(dice.options, skill_dice, sheet.next_check + karma.dice, sheet.unnerved)

    def successes(own: SideFaces, others: SideFaces) -> int:
        return max(0, own.successes + karma.successes - others.successes)

    def in_vain(own: SideFaces, others: SideFaces) -> bool:
        return points > 0 and successes(own, others) == 0

    scene, threw = thrown(dice, scene, who, own_dice, difficulty_faces(karma.difficulty), in_vain, wish, name)
    return scene, successes(threw.own, threw.others)

"""A day of rest: recovery from stress, then healing."""

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character
from rulewright.games.untold_aeons.limits import daily_loss, stress_limit, wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Faces, difficulty_faces, pool_dice
from rulewright.games.untold_aeons.rerolls import Reroll, throw
from rulewright.games.untold_aeons.scene import Scene, refuse_dead
from rulewright.games.untold_aeons.stress_actions import calmed
from rulewright.rules import Dice, Refused, rule


class Day(Struct, frozen=True):
    """How a day of rest went."""

    stress: int
    shaken: bool
    wounds: int
    severely_injured: bool


@rule("UA-78", "UA-79", "UA-80", "UA-98", "UA-99", "UA-100", "UA-A22")
def day_passes(dice: Dice[Options], scene: Scene, who: Character, reroll: Reroll = None) -> tuple[Scene, Day]:
    """A day passes: recover stress, then heal unless bleeding."""
    sheet = scene.sheet(who)
    refuse_dead(sheet)
    if scene.fight is not None:
        raise Refused("in a fight: no day passes now", "UA-78")
    willpower, toughness = sheet.characteristics.willpower, sheet.characteristics.toughness
    scene, rested = _daily_check(dice, scene, who, willpower, sheet.stress, reroll, "recovery")
    limit = stress_limit(willpower)
    stress = sheet.stress - daily_loss(dice.options, rested, sheet.stress, limit)
    sheet = replace(calmed(dice.options, scene.sheet(who), stress), shaken=sheet.unnerved and stress >= limit)
    scene = scene.with_sheet(who, sheet)
    if not sheet.bleeding:
        scene, healed = _daily_check(dice, scene, who, toughness, sheet.wounds, reroll, "healing")
        limit = wound_limit(toughness)
        wounds = sheet.wounds - daily_loss(dice.options, healed, sheet.wounds, limit)
        sheet = replace(scene.sheet(who), wounds=wounds, severely_injured=sheet.severely_injured and wounds >= limit)
    return scene.with_sheet(who, sheet), Day(sheet.stress, sheet.shaken, sheet.wounds, sheet.severely_injured)


@rule("UA-19", "UA-78", "UA-98", "UA-A5")
def _daily_check(
    dice: Dice[Options], scene: Scene, who: str, characteristic: int, points: int, reroll: Reroll, name: str
) -> tuple[Scene, int]:
    """A check of difficulty 0; karma may reroll it if it takes nothing away."""
    sheet = scene.sheet(who)
    own_dice = pool_dice(dice.options, characteristic, sheet.next_check, sheet.unnerved)

    def in_vain(own: Faces, others: Faces) -> bool:
        return points > 0 and own.successes == 0

    scene, threw = throw(dice, scene.with_check_made(who), who, own_dice, difficulty_faces(0), in_vain, reroll, name)
    return scene, threw.own.successes

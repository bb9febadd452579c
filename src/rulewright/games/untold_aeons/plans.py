"""How a fight of Untold Aeons is played with nobody at the table: plans by name, and the health somebody has left."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal

from rulewright.game.fights import Bout, Decide, Move, Plan
from rulewright.games.untold_aeons.data import FIREARMS, MELEE, Weapon
from rulewright.games.untold_aeons.duel import Gunfighter, MeleeFighter, firearm_bout, melee_bout
from rulewright.games.untold_aeons.firearm import band_at
from rulewright.games.untold_aeons.limits import wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import Scene, is_able
from rulewright.games.untold_aeons.sheet import Sheet, weapon_of
from rulewright.readings import Solver
from rulewright.rules import Repeat, rule

_TURNS_AHEAD = 10
_LEAST_AHEAD = 5
_UNARMED = "unarmed"


def health_left(toughness: int, wounds: int) -> int:
    """The wounds up to the limit; at least 1 for somebody who is still up, whatever the wounds."""
    return max(1, wound_limit(toughness) - wounds)


def health(scene: Scene, options: Options, name: str) -> int:
    """The health that somebody who can act has left; none for somebody who is out."""
    sheet = scene.sheet(name)
    return health_left(sheet.characteristics.toughness, sheet.wounds) if is_able(sheet) else 0


def _turn(scene: Scene, who: str, foes: Sequence[str], turn: Literal["fast", "slow"]) -> Iterator[Move]:
    if scene.combatant(who).turn is None:
        yield Move("choose-turn", {"who": who, "turn": turn})
    yield Move("start-turn", {"who": who})
    yield Move("get-up", {"who": who})
    for weapon, is_gun in _arms(scene.sheet(who)):
        for foe in foes:
            strike = {"who": who, "target": foe, "weapon": weapon}
            if is_gun:
                yield Move("shoot", strike)
            else:
                yield Move("attack", {**strike, "target_weapon": _hand_weapon(scene.sheet(foe))})
    if foes:
        yield Move("move", {"who": who, "toward": foes[0]})
    yield Move("end-turn", {"who": who})


def _arms(sheet: Sheet) -> list[tuple[str, bool]]:
    """What somebody carries, and whether it is a firearm: those first, and bare hands last."""
    arms = [(name, weapon.range is not None) for name, weapon in sheet.weapons.items()]
    return sorted(arms, key=lambda arm: (not arm[1], arm[0] == _UNARMED))


def _hand_weapon(sheet: Sheet) -> str:
    """What somebody strikes with, hand to hand."""
    return next((name for name, is_gun in _arms(sheet) if not is_gun), _UNARMED)


def fast(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Fast turns: shoot, else strike, else come closer."""
    return _turn(scene, who, foes, "fast")


def slow(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Slow turns, which leave a move as well: shoot, else strike, and come closer."""
    return _turn(scene, who, foes, "slow")


# --- best play


@rule("UA-132", "UA-A34", "UA-A40", "UA-A45")
def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Fast turns unless a foe has to be reached first; get up, and fire, as best play of the duel with them would.

    The duel is solved a few turns ahead, and knows nothing of karma, stress, or the others in the fight.
    """
    turn: Literal["fast", "slow"] = "fast" if _strikes_from_here(scene, who, foes) else "slow"
    deeds = list(_turn(scene, who, foes, turn))
    if scene.sheet(who).prone and foes and scene.fight is not None:
        strike = next((deed for deed in deeds if deed.action in ("shoot", "attack")), None)
        if strike is not None and _best_choice(scene, options, strike, "a") in ("attack", "single", "rapid"):
            deeds = [deed for deed in deeds if deed.action != "get-up"]
    return iter(deeds)


@rule("UA-109", "UA-129", "UA-133", "UA-A34", "UA-A38", "UA-A45")
def decide_best(
    scene: Scene, options: Options, deed: Move, who: str, question: str, choices: Sequence[Any]
) -> object | None:
    """Defend, dodge or fight back, stay or dive, fire once or rapidly, as best play of the duel would."""
    if deed.action not in ("attack", "shoot") or who not in (deed.params["who"], deed.params["target"]):
        return None
    return _best_choice(scene, options, deed, "a" if who == deed.params["who"] else "b")


def _strikes_from_here(scene: Scene, who: str, foes: Sequence[str]) -> bool:
    own = scene.combatant(who).position
    near = any(abs(scene.combatant(foe).position - own) <= MELEE.reach for foe in foes)
    return near or any(is_gun for _, is_gun in _arms(scene.sheet(who)))


def _best_choice(scene: Scene, options: Options, deed: Move, side: Literal["a", "b"]) -> object | None:
    """What best play of the duel decides in this turn: for whoever strikes ("a"), or for the target."""
    bout = _shooting(scene, options, deed) if deed.action == "shoot" else _brawl(scene, deed)
    solver = _solver(options, bout.fight, bout.context)
    decisions = solver.decisions(_as_far_ahead_as_known(solver, bout.start))
    own = next((decision.best for decision in decisions if decision.who == "a"), None)
    if side == "a":
        return own
    known = {"attack", deed.params.get("fire") or own}  # what the target sees of the strike before it answers
    return next((one.best for one in decisions if one.who == "b" and known.issuperset(one.seen)), None)


def _as_far_ahead_as_known(solver: Solver[Any], position: Any) -> Any:
    """The position with as many turns to come as have been worked out on the way to it, if they are not too few."""
    with_fewer = (position._replace(turns_left=turns) for turns in range(_TURNS_AHEAD, _LEAST_AHEAD - 1, -1))
    return next(filter(solver.knows, with_fewer), position)


@lru_cache(maxsize=64)
def _solver(options: Options, fight: Repeat[Any, Any, Any], context: tuple[Any, ...]) -> Solver[Any]:
    return Solver(fight, *context, options=options)


def _brawl(scene: Scene, deed: Move) -> Bout:
    given = deed.params
    a = _brawler(scene.sheet(given["who"]), given.get("weapon", _UNARMED))
    b = _brawler(scene.sheet(given["target"]), given.get("target_weapon", _UNARMED))
    return melee_bout(a, b, _TURNS_AHEAD, keep_wounds=False)


def _brawler(sheet: Sheet, weapon: str) -> MeleeFighter:
    arm = weapon_of(sheet, weapon)
    return MeleeFighter(
        brawl=sheet.level("brawl"),
        dexterity=sheet.characteristics.dexterity,
        toughness=sheet.characteristics.toughness,
        weapon_damage=arm.damage,
        piercing=arm.piercing,
        wounds=sheet.wounds,
        prone=sheet.prone,
        policy="best",
    )


def _shooting(scene: Scene, options: Options, deed: Move) -> Bout:
    who, target = deed.params["who"], deed.params["target"]
    gun = _gun(scene.sheet(who), deed.params.get("weapon", ""))
    distance = abs(scene.combatant(who).position - scene.combatant(target).position)
    a, b = _gunfighter(scene.sheet(who), gun), _gunfighter(scene.sheet(target), _gun(scene.sheet(target)))
    band = FIREARMS.in_range if gun.range is None else band_at(options, distance, gun.range)
    return firearm_bout(a, b, band, 0, _TURNS_AHEAD, keep_wounds=False)


def _gun(sheet: Sheet, name: str = "") -> Weapon:
    """The firearm of that name, or the first; somebody without one cannot shoot back."""
    guns = [weapon for own, weapon in sheet.weapons.items() if weapon.range is not None and name in ("", own)]
    return guns[0] if guns else Weapon(damage=0)


def _gunfighter(sheet: Sheet, gun: Weapon) -> Gunfighter:
    return Gunfighter(
        firearms=sheet.level("firearms") if gun.range is not None else 0,
        dexterity=sheet.characteristics.dexterity,
        toughness=sheet.characteristics.toughness,
        weapon_damage=gun.damage,
        piercing=gun.piercing,
        rapid_fire=gun.rapid_fire,
        wounds=sheet.wounds,
        prone=sheet.prone,
        policy="best",
    )


PLANS: dict[str, Plan] = {"fast": fast, "slow": slow, "best": best}
DECIDES: dict[str, Decide] = {"best": decide_best}

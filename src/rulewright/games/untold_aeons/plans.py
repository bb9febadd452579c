"""Plans by which fights are played without players, and the health a character has left."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal

from rulewright.game.fights import Bout, Decide, Move, Plan
from rulewright.games.untold_aeons.attack_actions import UNARMED, WHICH_WEAPON
from rulewright.games.untold_aeons.data import FIREARMS, MELEE, Weapon
from rulewright.games.untold_aeons.duel import Gunfighter, MeleeFighter, firearm_bout, how_it_ended, melee_bout
from rulewright.games.untold_aeons.firearm import band_at
from rulewright.games.untold_aeons.limits import wound_limit
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.scene import Scene, is_able
from rulewright.games.untold_aeons.sheet import Sheet, weapon_of
from rulewright.readings import Solver
from rulewright.rules import Repeat, rule

_TURNS_AHEAD = 10
_LEAST_AHEAD = 5


def health_left(toughness: int, wounds: int) -> int:
    """The wounds up to the limit; at least 1 for a character who is still up."""
    return max(1, wound_limit(toughness) - wounds)


def health(scene: Scene, options: Options, name: str) -> int:
    """The health a character has left; 0 for one who cannot act."""
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
    """A character's weapons, and whether each is a firearm: firearms first, bare hands last."""
    arms = [(name, weapon.range is not None) for name, weapon in sheet.weapons.items()]
    return sorted(arms, key=lambda arm: (not arm[1], arm[0] == UNARMED))


def _hand_weapon(sheet: Sheet) -> str:
    """A character's weapon for melee."""
    return next((name for name, is_gun in _arms(sheet) if not is_gun), UNARMED)


def fast(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Fast turns: shoot, else strike, else come closer."""
    return _turn(scene, who, foes, "fast")


def slow(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Slow turns, which leave a move as well: shoot, else strike, and come closer."""
    return _turn(scene, who, foes, "slow")


# --- best play


@rule("UA-132", "UA-A34", "UA-A40", "UA-A45")
def best(scene: Scene, options: Options, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """Fast turns unless a foe has to be reached first; get up and fire as in best play of the duel with that foe.

    The duel is solved a few turns ahead, and leaves out karma, stress, and the others in the fight.
    """
    turn: Literal["fast", "slow"] = "fast" if _strikes_from_here(scene, who, foes) else "slow"
    moves = list(_turn(scene, who, foes, turn))
    if scene.sheet(who).prone and foes and scene.fight is not None:
        strike = next((move for move in moves if move.action in ("shoot", "attack")), None)
        if strike is not None and _best_choice(scene, options, strike, "a") in ("attack", "single", "rapid"):
            moves = [move for move in moves if move.action != "get-up"]
    return iter(moves)


@rule("UA-109", "UA-129", "UA-133", "UA-A34", "UA-A38", "UA-A45")
def decide_best(
    scene: Scene, options: Options, move: Move, who: str, question: str, choices: Sequence[Any]
) -> object | None:
    """Defend, dodge or fight back, stay or dive, fire once or rapidly, as in best play of the duel."""
    if (
        question == WHICH_WEAPON
        or move.action not in ("attack", "shoot")
        or who not in (move.params["who"], move.params["target"])
    ):
        return None
    return _best_choice(scene, options, move, "a" if who == move.params["who"] else "b")


def _strikes_from_here(scene: Scene, who: str, foes: Sequence[str]) -> bool:
    own = scene.combatant(who).position
    near = any(abs(scene.combatant(foe).position - own) <= MELEE.reach for foe in foes)
    return near or any(is_gun for _, is_gun in _arms(scene.sheet(who)))


def _best_choice(scene: Scene, options: Options, move: Move, side: Literal["a", "b"]) -> object | None:
    """The best decision of this turn in the duel: for the attacker ("a"), or for the target."""
    bout = _shooting(scene, options, move) if move.action == "shoot" else _brawl(scene, move)
    solver = _solver(options, bout.fight, bout.context)
    decisions = solver.decisions(_as_far_ahead_as_known(solver, bout.start))
    own = next((decision.best for decision in decisions if decision.who == "a"), None)
    if side == "a":
        return own
    known = {"attack", move.params.get("fire") or own}  # what the target knows before choosing a defence
    return next((one.best for one in decisions if one.who == "b" and known.issuperset(one.seen)), None)


def _as_far_ahead_as_known(solver: Solver[Any], position: Any) -> Any:
    """The position with as many turns ahead as the solver already knows, if they are not too few."""
    with_fewer = (position._replace(turns_left=turns) for turns in range(_TURNS_AHEAD, _LEAST_AHEAD - 1, -1))
    return next(filter(solver.knows, with_fewer), position)


@lru_cache(maxsize=64)
def _solver(options: Options, fight: Repeat[Any, Any, Any], context: tuple[Any, ...]) -> Solver[Any]:
    return Solver(fight.keeping(how_it_ended), *context, options=options)


def _brawl(scene: Scene, move: Move) -> Bout:
    given = move.params
    a = _brawler(scene.sheet(given["who"]), given.get("weapon", UNARMED))
    b = _brawler(scene.sheet(given["target"]), given.get("target_weapon") or UNARMED)
    return melee_bout(a, b, _TURNS_AHEAD)


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


def _shooting(scene: Scene, options: Options, move: Move) -> Bout:
    who, target = move.params["who"], move.params["target"]
    gun = _gun(scene.sheet(who), move.params.get("weapon", ""))
    distance = abs(scene.combatant(who).position - scene.combatant(target).position)
    a, b = _gunfighter(scene.sheet(who), gun), _gunfighter(scene.sheet(target), _gun(scene.sheet(target)))
    band = FIREARMS.in_range if gun.range is None else band_at(options, distance, gun.range)
    return firearm_bout(a, b, band, 0, _TURNS_AHEAD)


def _gun(sheet: Sheet, name: str = "") -> Weapon:
    """The firearm of that name, or the first; a character without one cannot shoot back."""
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

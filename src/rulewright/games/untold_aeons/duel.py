"""Duels to a limit of turns: hand to hand, and with firearms."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.game.fights import Bout
from rulewright.games.untold_aeons.data import FIREARMS, MELEE
from rulewright.games.untold_aeons.firearm import Band, FirearmAttack, Modifier, RapidFire, volley
from rulewright.games.untold_aeons.melee import Arms, Defence, Harm, Prone, exchange, prone_loss
from rulewright.games.untold_aeons.options import Options
from rulewright.games.untold_aeons.pools import Characteristic, Level, Points
from rulewright.games.untold_aeons.weapons import Piercing, WeaponDamage, base_damage
from rulewright.games.untold_aeons.wounds import stays_up
from rulewright.rules import Dice, Parameters, between, meaning, repeat, rule

Side = Literal["a", "b"]
MaxTurns = Annotated[int, between(1, 40, "turns after which the duel ends without a winner")]
_USUAL = MELEE.default_characteristic


class MeleeFighter(Parameters, frozen=True, kw_only=True):
    """A fighter in a duel hand to hand."""

    brawl: Level
    dexterity: Characteristic = _USUAL
    toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "0+"
    piercing: Piercing = 0
    wounds: Points = 0
    prone: Prone = False
    policy: Annotated[
        Literal["defend", "fight-back", "dodge-stay", "dodge-stand", "best"], meaning("how the fighter decides")
    ] = "defend"


class Brawler(NamedTuple):
    """A fighter made ready for a duel: dice, arms and policy."""

    brawl: int
    dexterity: int
    arms: Arms
    policy: str


def _brawler(one: MeleeFighter) -> Brawler:
    arms = Arms(base_damage(one.weapon_damage, one.toughness), one.piercing, one.toughness)
    return Brawler(one.brawl, one.dexterity, arms, one.policy)


@rule("UA-89", "UA-91", "UA-92", "UA-95", "UA-109", "UA-119")
def exchange_of_blows(
    dice: Dice[Options],
    own_dice: int,
    defence: Defence,
    their_dice: int,
    arms: Arms,
    other: Arms,
    their_wounds: int,
    own_wounds: int,
) -> Harm | Literal["target out", "striker out"]:
    """An attack in a duel, with the saves of the side struck; never both are."""
    harm = dice.call(exchange, own_dice, defence, their_dice, arms, other)
    if harm.target and not dice.call(stays_up, other.toughness, their_wounds + harm.target):
        return "target out"
    if harm.striker and not dice.call(stays_up, arms.toughness, own_wounds + harm.striker):
        return "striker out"
    return harm


class Gunfighter(Parameters, frozen=True, kw_only=True):
    """A fighter in a duel with firearms."""

    firearms: Level
    dexterity: Characteristic = _USUAL
    toughness: Characteristic = _USUAL
    weapon_damage: WeaponDamage = "4"
    piercing: Piercing = 0
    rapid_fire: RapidFire = 0
    wounds: Points = 0
    prone: Prone = False
    fire: Annotated[Literal["single", "rapid"], meaning("how a fixed policy fires")] = "single"
    policy: Annotated[Literal["stand", "dive-stay", "dive-rise", "best"], meaning("how the fighter decides")] = "stand"


class Shooter(NamedTuple):
    """A gunfighter made ready for a duel: policy, and each way of shooting at the other."""

    policy: str
    fire: str
    can_fire_rapidly: bool
    single: FirearmAttack
    single_at_diver: FirearmAttack
    rapid: FirearmAttack
    rapid_at_diver: FirearmAttack


def _shooter(one: Gunfighter, target: Gunfighter, band: int, modifier: int) -> Shooter:
    def shot(rapid_fire: int, dive: bool) -> FirearmAttack:
        return FirearmAttack(
            firearms=one.firearms,
            band=band,
            modifier=modifier,
            dive=dive,
            target_dexterity=target.dexterity,
            target_toughness=target.toughness,
            weapon_damage=one.weapon_damage,
            piercing=one.piercing,
            rapid_fire=rapid_fire,
        )

    shots = [shot(rapid_fire, dive) for rapid_fire in (0, one.rapid_fire) for dive in (False, True)]
    return Shooter(one.policy, one.fire, one.rapid_fire > 0, *shots)


class Stance(NamedTuple):
    """The values of a fighter that change during a duel."""

    wounds: int
    prone: bool


_ANY = Stance(0, False)


class DuelState(NamedTuple):
    """A duel between two turns; at its end only the result is kept, and the wounds if they are asked for."""

    a: Stance
    b: Stance
    to_move: Side
    turns_left: int
    winner: Literal["a", "b", "none"] = "none"


class DuelEnd(Struct, frozen=True):
    """The winner, and the turn on which the duel ended."""

    winner: Literal["a", "b", "none"]
    turns: int


def duel_start(a: MeleeFighter | Gunfighter, b: MeleeFighter | Gunfighter, max_turns: int) -> DuelState:
    """The duel before its first turn; a begins."""
    return DuelState(Stance(a.wounds, a.prone), Stance(b.wounds, b.prone), "a", max_turns)


def _other(side: Side) -> Side:
    return "b" if side == "a" else "a"


def _won(duel: DuelState, winner: Side) -> DuelState:
    """The end: the winner's wounds are those from before this turn, in which only the loser was struck."""
    a, b = (_wounds(duel.a), _ANY) if winner == "a" else (_ANY, _wounds(duel.b))
    return DuelState(a, b, "a", duel.turns_left - 1, winner)


def _wounds(stance: Stance) -> Stance:
    return Stance(stance.wounds, False)


def _next(duel: DuelState, us: Stance, them: Stance) -> DuelState:
    """The other side's turn, or the end when no turns are left."""
    a, b = (us, them) if duel.to_move == "a" else (them, us)
    if duel.turns_left == 1:
        return DuelState(_wounds(a), _wounds(b), "a", 0)
    return DuelState(a, b, _other(duel.to_move), duel.turns_left - 1)


@rule("UA-132", "UA-A40")
def gets_up(dice: Dice[Options], side: Side, fighter: Brawler) -> bool:
    """Whether a prone fighter gets up: always, unless the policy is to stay down or to choose."""
    if fighter.policy == "best":
        return dice.choose(side, "attack or get up?", ("attack", "get-up")) == "get-up"
    return fighter.policy != "dodge-stay"


@rule("UA-109", "UA-111", "UA-A38", "UA-A40")
def reaction(dice: Dice[Options], side: Side, fighter: Brawler, prone: bool) -> Defence:
    """The defence of the fighter attacked, who cannot dodge while prone."""
    if fighter.policy == "best":
        choices: tuple[Defence, ...] = ("defend", "fight-back") if prone else ("defend", "dodge", "fight-back")
        return dice.choose(side, "defend, dodge or fight back?", choices)
    if fighter.policy == "fight-back":
        return "fight-back"
    return "dodge" if fighter.policy != "defend" and not prone else "defend"


@rule("UA-87", "UA-105", "UA-109", "UA-111", "UA-132", "UA-A36", "UA-A38", "UA-A40")
def melee_turn(dice: Dice[Options], duel: DuelState, a: Brawler, b: Brawler) -> DuelState:
    """One turn: get up, or attack, with the saves of the side struck."""
    side = duel.to_move
    fighter, other = (a, b) if side == "a" else (b, a)
    us, them = (duel.a, duel.b) if side == "a" else (duel.b, duel.a)
    if us.prone and gets_up(dice, side, fighter):
        return _next(duel, Stance(us.wounds, False), them)
    defence = reaction(dice, _other(side), other, them.prone)
    own_dice = fighter.brawl - prone_loss(dice.options, us.prone)
    their_dice = other.dexterity if defence == "dodge" else other.brawl - prone_loss(dice.options, them.prone)
    # The attacker's wounds matter only against a defender who fights back: fewer states to price.
    own_wounds = us.wounds if defence == "fight-back" else 0
    struck = (own_dice, defence, their_dice, fighter.arms, other.arms, them.wounds, own_wounds)
    harm = dice.call(exchange_of_blows, *struck)
    if isinstance(harm, str):
        return _won(duel, side if harm == "target out" else _other(side))
    us = Stance(us.wounds + harm.striker, us.prone)
    return _next(duel, us, Stance(them.wounds + harm.target, them.prone or defence == "dodge"))


@rule("UA-132", "UA-133", "UA-134", "UA-A45")
def fire_mode(dice: Dice[Options], side: Side, fighter: Shooter, prone: bool) -> str:
    """The action of a gunfighter: a single shot, rapid fire, or getting up."""
    if fighter.policy == "best":
        choices = ["single"] + ["rapid"] * fighter.can_fire_rapidly + ["get-up"] * prone
        return dice.choose(side, "single, rapid or get up?", tuple(choices)) if len(choices) > 1 else "single"
    return "get-up" if prone and fighter.policy == "dive-rise" else fighter.fire


@rule("UA-129", "UA-A45")
def dives(dice: Dice[Options], side: Side, fighter: Shooter, prone: bool) -> bool:
    """Whether the target dives, which is not possible while prone."""
    if prone or fighter.policy == "stand":
        return False
    return fighter.policy != "best" or dice.choose(side, "stay or dive?", ("stay", "dive")) == "dive"


@rule("UA-89", "UA-91", "UA-95", "UA-133")
def shot_and_saves(dice: Dice[Options], shot: FirearmAttack, wounds: int) -> int | None:
    """The damage of a shot in a duel; None if the target is out."""
    damage = dice.call(volley, shot)
    return damage if not damage or dice.call(stays_up, shot.target_toughness, wounds + damage) else None


@rule("UA-105", "UA-129", "UA-131", "UA-132", "UA-133", "UA-A40", "UA-A45")
def firearm_turn(dice: Dice[Options], duel: DuelState, a: Shooter, b: Shooter) -> DuelState:
    """One turn: get up, or shoot at a target who may dive, with the saves of a target hit."""
    side = duel.to_move
    fighter, other = (a, b) if side == "a" else (b, a)
    us, them = (duel.a, duel.b) if side == "a" else (duel.b, duel.a)
    mode = fire_mode(dice, side, fighter, us.prone)
    if mode == "get-up":
        return _next(duel, Stance(us.wounds, False), them)
    dive = dives(dice, _other(side), other, them.prone)
    if mode == "rapid":
        shot = fighter.rapid_at_diver if dive else fighter.rapid
    else:
        shot = fighter.single_at_diver if dive else fighter.single
    damage = dice.call(shot_and_saves, shot, them.wounds)
    if damage is None:
        return _won(duel, side)
    return _next(duel, us, Stance(them.wounds + damage, them.prone or dive))


def _worth(side: Side, duel: DuelState) -> int:
    """The worth of an end to a side: 1 for a win, -1 for a loss."""
    return 0 if duel.winner == "none" else 1 if duel.winner == side else -1


def _is_over(duel: DuelState) -> bool:
    return duel.winner != "none" or duel.turns_left == 0


def how_it_ended(duel: DuelState) -> tuple[str, int]:
    """The winner and the turns left: all that the roll tells of a duel."""
    return duel.winner, duel.turns_left


_AIMS = {"a": lambda duel: _worth("a", duel), "b": lambda duel: _worth("b", duel)}
_melee_by_policy = repeat(melee_turn, until=_is_over)
_melee_at_best = repeat(melee_turn, until=_is_over, aims=_AIMS)
_shooting_by_policy = repeat(firearm_turn, until=_is_over)
_shooting_at_best = repeat(firearm_turn, until=_is_over, aims=_AIMS)


@rule("UA-105", "UA-106", "UA-109", "UA-A34", "UA-A36")
def melee_duel(dice: Dice[Options], a: MeleeFighter, b: MeleeFighter, max_turns: MaxTurns = 6) -> DuelEnd:
    """Turns hand to hand, a first, until a side fails a save or the turns are over."""
    bout = begin_melee_duel(dice, a, b, max_turns)
    winner, turns_left = dice.call(bout.fight.keeping(how_it_ended), bout.start, *bout.context).value
    return DuelEnd(winner, max_turns - turns_left)


@rule("UA-105", "UA-A34")
def begin_melee_duel(dice: Dice[Options], a: MeleeFighter, b: MeleeFighter, max_turns: int) -> Bout:
    """A duel hand to hand before its first turn."""
    return melee_bout(a, b, max_turns)


def melee_bout(a: MeleeFighter, b: MeleeFighter, max_turns: int) -> Bout:
    """A duel hand to hand before its first turn, without dice."""
    best = "best" in (a.policy, b.policy)
    fight = _melee_at_best if best else _melee_by_policy
    return Bout(fight, duel_start(a, b, max_turns), (_brawler(a), _brawler(b)))


@rule("UA-105", "UA-106", "UA-121", "UA-A34", "UA-A45")
def firearm_duel(
    dice: Dice[Options],
    a: Gunfighter,
    b: Gunfighter,
    band: Band = FIREARMS.in_range,
    modifier: Modifier = 0,
    max_turns: MaxTurns = 6,
) -> DuelEnd:
    """Shots from fixed places, a first, until a side fails a save or the turns are over."""
    bout = begin_firearm_duel(dice, a, b, band, modifier, max_turns)
    winner, turns_left = dice.call(bout.fight.keeping(how_it_ended), bout.start, *bout.context).value
    return DuelEnd(winner, max_turns - turns_left)


@rule("UA-105", "UA-A34")
def begin_firearm_duel(
    dice: Dice[Options],
    a: Gunfighter,
    b: Gunfighter,
    band: int,
    modifier: int,
    max_turns: int,
) -> Bout:
    """A duel with firearms before its first shot."""
    return firearm_bout(a, b, band, modifier, max_turns)


def firearm_bout(a: Gunfighter, b: Gunfighter, band: int, modifier: int, max_turns: int) -> Bout:
    """A duel with firearms before its first shot, without dice."""
    best = "best" in (a.policy, b.policy)
    fight = _shooting_at_best if best else _shooting_by_policy
    shooters = (_shooter(a, b, band, modifier), _shooter(b, a, band, modifier))
    return Bout(fight, duel_start(a, b, max_turns), shooters)

"""The acts of a turn against a Challenge, each written once: the Risky Action, and the Effects that follow."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fight_step import NO_WINNER, Act
from rulewright.games.light_dark.check import RESULTS, Result, push
from rulewright.games.light_dark.data import Order
from rulewright.games.light_dark.effects import EffectDie, effect_up_to
from rulewright.games.light_dark.fight_state import (
    IDLE,
    NO_DICE,
    TAKE_CONDITION,
    TURN,
    ChallengeState,
    Doing,
    End,
    Fighters,
    Hero,
    Means,
    Side,
    Standoff,
    WayToAct,
    end_of,
    faced,
    read_doing,
)
from rulewright.games.light_dark.harm import can_be_hurt, protection, through
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import Hits
from rulewright.games.light_dark.weapons import BURST, READIED
from rulewright.rules import Dice, rule


class TurnTaken(Struct, frozen=True):
    """The values left after a turn; `fork_due` if the Challenge's Effect opens a new Challenge."""

    result: Result
    disposition_left: int
    hp_left: int
    ego_left: int
    shield_left: bool
    end: End
    fork_due: bool


class Prepared(Struct, frozen=True):
    """HP and shield after readying or reloading."""

    hp_left: int
    shield_left: bool


class EgoLeft(Struct, frozen=True):
    """Ego left, and whether the PC is lost."""

    ego_left: int
    lost: bool


def has_failed(foe: ChallengeState, facet: int) -> bool:
    """Whether a facet can no longer be worked on; if it is the only one, the fight is over."""
    return len(foe.failed) > 1 and foe.failed[facet]


@lru_cache(maxsize=4096)
def _ways_of(means: Means, chosen: Act) -> tuple[tuple[int, ...], int]:
    """The ways that an act can mean, which differ in the state of the weapon, and its Dark Dice."""
    given = dict(chosen.params)
    dark = given.pop("dark")
    del given["challenge"]
    return tuple(at for at, way in enumerate(means.ways) if dict(way.named) == given), dark


def free_conditions(us: Hero, means: Means) -> list[str]:
    """The Conditions that can still be taken."""
    free = [name for name, _ in means.conditions if name not in us.conditions]
    return free[:1] if means.takes_conditions else free


@rule("LD-42", "LD-A51", "LD-A52")
def light_now(options: Options, us: Hero, means: Means, way: WayToAct) -> int:
    """The Light Dice of a way, with the Conditions taken since the fight began."""
    if means.fixed_light is not None:
        return means.fixed_light
    if us.conditions == means.held:
        return way.light(options)
    changes = dict(means.conditions)
    taken = [one for one in us.conditions if one not in means.held]
    return way.light(options, sum(changes[one].of(way.attribute_name) for one in taken))


@rule("LD-52", "LD-A46", "LD-A49")
def perform(
    dice: Dice[Options], fight: Standoff, fighters: Fighters, chosen: Act
) -> tuple[Standoff, TurnTaken | Prepared | EgoLeft]:
    """A whole turn, with the Effects that follow; or a Condition, which takes no turn."""
    fight, band = open_turn(dice, fight, fighters, chosen)
    doing = fight.doing
    while fight.pending:
        fight = dice.call(next_effect, fight, fighters)
    us, _, foe, _ = faced(fight, fighters)
    if chosen.action == TURN:
        facet = read_doing(doing).facet
        end = end_of(us, foe, facet) or "ongoing"
        return fight, TurnTaken(RESULTS[band], foe.left[facet], us.hp, us.ego, us.shield, end, fight.forked)
    return fight, EgoLeft(us.ego, False) if chosen.action == TAKE_CONDITION else Prepared(us.hp, us.shield)


@rule("LD-45", "LD-52", "LD-73", "LD-74", "LD-A27", "LD-A46", "LD-A47")
def open_turn(dice: Dice[Options], fight: Standoff, fighters: Fighters, chosen: Act) -> tuple[Standoff, int]:
    """The Risky Action of a turn, readying or reloading, or a Condition; the Effects that follow are pending.

    The number is the result of the Risky Action (0 failure, 1 complication, 2 success).
    """
    us, means, foe, _ = faced(fight, fighters)
    if chosen.action == TAKE_CONDITION:
        return fight.after(_with_condition(us, means, chosen.of("condition")), fight.left), 0
    if chosen.action != TURN:
        us = replace(us, readied=True) if chosen.action == "ready" else replace(us, loaded=True)
        exposed: tuple[Side, ...] = ("rival",) if dice.options.ready_cost == "exposed" else ()
        facet = next(at for at in range(len(foe.failed)) if not has_failed(foe, at))
        return _opened(dice, fight.after(us, 0), fighters, exposed, Doing(facet, IDLE)), 0
    possible, dark = _ways_of(means, chosen)
    at = next(one for one in possible if means.ways[one].is_open(us))
    way = means.ways[at]
    pushed = dice.call(push, light_now(dice.options, us, means, way), dark, us.ego)
    us = replace(us, ego=pushed.ego)
    if way.arm.name == BURST:
        us = replace(us, loaded=False)
    elif way.arm.name == READIED:
        us = replace(us, readied=False)
    sides = order_of(dice.options, way.arm.order, pushed.band, pushed.ego)
    return _opened(dice, fight.after(us, 0), fighters, sides, Doing(way.facet, at)), pushed.band


def _opened(
    dice: Dice[Options], fight: Standoff, fighters: Fighters, sides: tuple[Side, ...], doing: Doing
) -> Standoff:
    """The turn with its pending Effects; a Challenge without dice has none."""
    if faced(fight, fighters).threat.facets[doing.facet].die is None:
        sides = tuple(side for side in sides if side != "rival")
    return _over_or_on(dice, replace(fight, pending=sides, doing=doing.text()), fighters)


@rule("LD-52", "LD-56", "LD-A31", "LD-A32", "LD-A14")
def order_of(options: Options, order: Order, band: int, ego: int) -> tuple[Side, ...]:
    """Who rolls Effects, in the weapon's order: on 1-3 the Challenge, on 4-5 both, on 6 the PC."""
    if ego == 0 and options.lost_timing == "at-once":
        return ()
    answers = {"fail-and-complication": band < 2, "fail-only": band == 0, "always": True}[options.challenge_effect]
    ours: tuple[Side, ...] = ("pc",) if band > 0 else ()
    theirs: tuple[Side, ...] = ("rival",) if answers else ()
    return theirs + ours if order == "rival-first" else ours + theirs


@rule("LD-54", "LD-55", "LD-69", "LD-71", "LD-A33", "LD-A38", "LD-A39", "LD-A49")
def next_effect(dice: Dice[Options], fight: Standoff, fighters: Fighters) -> Standoff:
    """The next Effect of a turn: the PC's against Disposition, or the Challenge's."""
    us, means, foe, threat = faced(fight, fighters)
    side, rest, (facet, way) = fight.pending[0], fight.pending[1:], read_doing(fight.doing)
    if side == "pc":
        arm, left = means.ways[way].arm, foe.left[facet]
        left -= dice.call(effect_up_to, arm.die, threat.cap, left)
        if arm.order == "pc-first" and left == 0:
            rest = ()
        foe = replace(foe, left=(*foe.left[:facet], left, *foe.left[facet + 1 :]))
        return _over_or_on(dice, replace(fight.with_foe(foe), pending=rest), fighters)
    stand = threat.facets[facet]
    hits: Hits = stand.hits
    if hits == "ask":
        hits = fighters.ask(dice, len(fighters.names) - 1, "what does its Effect do?", _DOES, lambda plan: _DOES[0])
    if hits == "body":
        assert stand.die is not None
        us = struck(dice, fight, fighters, stand.die)
    after = replace(fight.after(us, fight.left), pending=rest if us.hp else (), forked=hits == "fork")
    return _over_or_on(dice, after, fighters)


_DOES: tuple[Hits, ...] = ("body", "fork", "nothing")


@rule("LD-48", "LD-A15")
def let_succeed(dice: Dice[Options], fight: Standoff, fighters: Fighters) -> tuple[Standoff, tuple[int, End]]:
    """The PC's Effect after a failure that the GM lets succeed, by the first way to act; its facet is open again."""
    _, means, foe, _ = faced(fight, fighters)
    facet = means.ways[0].facet
    fight = fight.with_foe(foe.with_failed(facet, False))
    fight = next_effect(dice, replace(fight, pending=("pc",), doing=Doing(facet, 0).text()), fighters)
    us, _, foe, _ = faced(fight, fighters)
    return fight, (foe.left[facet], end_of(us, foe, facet) or "ongoing")


@rule("LD-17", "LD-56", "LD-76", "LD-77", "LD-81", "LD-A23", "LD-A43")
def struck(dice: Dice[Options], fight: Standoff, fighters: Fighters, die: EffectDie) -> Hero:
    """The PC after the Challenge's Effect: what gets through costs HP, unless the shield is sacrificed to avoid it."""
    us, means, _, threat = faced(fight, fighters)
    early = dice.options.shield_timing == "before-roll"
    if us.shield and early and _gives_up(dice, fight, fighters, None):
        return replace(us, shield=False)
    most = max(us.hp, means.sacrifice_at or 0) + protection(means.armour, us.shield)
    harm = through(dice.call(effect_up_to, die, threat.cap, most), means.armour, us.shield)
    if us.shield and not early and harm and _gives_up(dice, fight, fighters, harm):
        return replace(us, shield=False)
    return replace(us, hp=max(0, us.hp - harm))


@rule("LD-81", "LD-A43")
def _gives_up(dice: Dice[Options], fight: Standoff, fighters: Fighters, harm: int | None) -> bool:
    """Whether the shield is sacrificed; `harm` is what would get through, None before it is known."""
    us, means, _, _ = faced(fight, fighters)
    if means.fixed_light is not None:
        return means.sacrifice_at is not None and (harm is None or harm >= means.sacrifice_at)
    if not means.may_sacrifice:
        return False
    falls = harm is not None and harm >= us.hp
    choices = ("yes", "no") if falls else ("no", "yes")
    return fighters.ask(dice, fight.at, "sacrifice the shield?", choices, lambda plan: choices[0]) == "yes"


def _over_or_on(dice: Dice[Options], fight: Standoff, fighters: Fighters) -> Standoff:
    """The turn while Effects are pending; once it is over a Condition may save the PC, and a facet may have failed."""
    facet, way = read_doing(fight.doing)
    if fight.pending:  # after the PC's Effect the weapon no longer matters
        done = way > 0 and "pc" not in fight.pending
        return replace(fight, doing=Doing(facet, 0).text()) if done else fight
    us, _, foe, threat = faced(fight, fighters)
    if us.ego == 0 and dice.options.condition_at_zero == "yes":
        fight = fight.after(_saved(dice, fight, fighters), fight.left)
    if way != IDLE and threat.facets[facet].one_action and foe.left[facet]:
        fight = fight.with_foe(foe.with_failed(facet, True))
    return fight


@rule("LD-30", "LD-A27")
def _saved(dice: Dice[Options], fight: Standoff, fighters: Fighters) -> Hero:
    """A PC at Ego 0, who may take a Condition."""
    us, means, _, _ = faced(fight, fighters)
    free = free_conditions(us, means)
    taken = fighters.ask(dice, fight.at, "take a Condition?", ("no", *free), lambda plan: "no") if free else "no"
    return us if taken == "no" else _with_condition(us, means, taken)


def _with_condition(us: Hero, means: Means, name: str) -> Hero:
    return replace(us, ego=means.max_ego, conditions=(*us.conditions, name))


@rule("LD-A11", "LD-A33")
def halted(options: Options, fight: Standoff, fighters: Fighters) -> str:
    """Why a fight by a fixed plan stops: a stalemate, or a turn without dice where those are forbidden."""
    us, means, _, threat = faced(fight, fighters)
    if means.fixed_light != 0 or dark_now(us, means):
        return ""
    if options.zero_dice == "forbid" and means.ways[0].is_open(us):
        return NO_DICE
    stand = threat.facets[0]
    if not means.calls_stalemate or options.zero_dice != "fail" or stand.one_action:
        return ""
    return "" if can_be_hurt(options, stand.die, means.armour, us.shield, means.sacrifice_at) else NO_WINNER


@rule("LD-45")
def dark_now(us: Hero, means: Means) -> int:
    """The Dark Dice of this turn by plan: while Ego is above what is kept."""
    return means.dark if us.ego > means.keep_ego else 0

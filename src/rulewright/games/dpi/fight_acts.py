"""What makes sense in a turn, and the plans: nothing against the own side, and of many spaces the nearest of a kind."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rulewright.game.fight_step import BEST, Act, act
from rulewright.games.dpi.data import AP, BANDS
from rulewright.games.dpi.fight_attack import all_hit
from rulewright.games.dpi.fight_state import (
    NO_ONE,
    Choice,
    Fighter,
    Fighters,
    FightPosition,
    Line,
    Map,
    Shot,
    counter_arm,
    is_loaded,
    stands,
)
from rulewright.games.dpi.fight_turn import reload_cost
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.meters import high_spendable, stress_floor
from rulewright.games.dpi.movement import cost_of_move, is_open, reach_now, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.weapons import damage_dice, in_range
from rulewright.rules import rule

FARTHEST = BANDS["far"][1]
END_TURN, STIM, STOP, LEAVE, TAKE_COVER = (
    act("end-turn"),
    act("use-stim"),
    act("stop"),
    act("leave-fight"),
    act("take-cover"),
)
_MOST_PLACES = 6
_FAR_OFF = 10_000
_KINDS: dict[str, Choice] = {
    "attack": "weapon",
    "reload": "reload",
    "use-stim": "stim",
    "take-cover": "cover",
    "move": "distance",
    "end-turn": "wait",
    "leave-fight": "stop",
}


def acts(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Act, ...]:
    """What makes sense for the one whose turn it is, the usual first."""
    if isinstance(fighters.place, Line):
        return _acts_on_line(options, fight, fighters)
    found = [
        *attacks(options, fight, fighters),
        *_grenades(options, fight, fighters),
        *_relief(options, fight, fighters),
        *_supplies(options, fight, fighters),
        *(act("move", to=space) for space in places(options, fight, fighters)),
    ]
    return (*found, END_TURN)


# --- attacks


@rule("DPI-129", "DPI-154", "DPI-A41", "DPI-A46", "DPI-A60")
def attacks(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """An attack on each foe in range, the weakest first, with each weapon; none that would hit a friend."""
    if not fighters.fighters[fight.at].attacks:
        return
    for foe in weakest_first(fight, fighters):
        for arm in arms_against(options, fight, fighters, foe):
            yield from _with_high(options, fight, fighters, foe, arm)


def weakest_first(fight: FightPosition, fighters: Fighters) -> list[int]:
    """The foes still in the fight."""
    foes = [foe for foe in fighters.foes(fight.at) if stands(fight.combatants[foe])]
    return sorted(foes, key=lambda foe: fight.combatants[foe].hp) if len(foes) > 1 else foes


def arms_against(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> list[int]:
    """The weapons that can be used against a foe now: skilled, loaded, in range and in sight, with AP enough."""
    spaces = fighters.spaces(options, fight, fight.at, foe)
    loaded = tuple([shots > 0 for shots in fight.mine.shots])
    found = _remembered if isinstance(fighters.place, Map) else _usable  # a duel is worked out in columns too
    usable = found(options, fighters.fighters[fight.at], loaded, fight.left, spaces)
    if not usable or not fighters.see_each_other(fight, fight.at, foe):
        return []
    return [at for at in usable if not _hits_friends(options, fight, fighters, Shot(at, foe))]


def _usable(options: Options, our: Fighter, loaded: tuple[bool, ...], left: int, spaces: int | None) -> tuple[int, ...]:
    """The weapons that can be used at a distance with these loaded and so many AP; of equal ones the first."""
    named: dict[str, int] = {}
    for at, arm in enumerate(our.arms):
        reaches = spaces is None or in_range(options, arm.weapon, spaces)
        empty = arm.weapon.shots and at < len(loaded) and not loaded[at]
        if reaches and arm.skilled and at != our.thrown and arm.ap <= left and not empty:
            named.setdefault(arm.weapon.name, at)
    return tuple(named.values())


_remembered = lru_cache(maxsize=8192)(_usable)


def _hits_friends(options: Options, fight: FightPosition, fighters: Fighters, shot: Shot) -> bool:
    if fighters.fighters[fight.at].arms[shot.arm].weapon.area is None:
        return False
    own = fighters.sides[fight.at]
    return any(fighters.sides[at] == own for at in all_hit(options, fight, fighters, shot))


@rule("DPI-96", "DPI-A9")
def _with_high(options: Options, fight: FightPosition, fighters: Fighters, foe: int, arm: int) -> Iterator[Act]:
    """An attack; where High cannot wait for the dice, also one with all of it."""
    our = fighters.fighters[fight.at]
    weapon = our.arms[arm].weapon.name
    yield act("attack", target=fighters.names[foe], weapon=weapon)
    if options.high_timing == "before" and our.high in ("best", "late"):
        spare = high_spendable(options, fight.mine.high, our.traumas)
        if spare:
            yield act("attack", target=fighters.names[foe], weapon=weapon, high=spare)


@rule("DPI-155", "DPI-A52")
def _grenades(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """A grenade on each foe in range, if neither its thrower nor a friend is near."""
    us, our, place = fight.mine, fighters.fighters[fight.at], fighters.place
    if not our.attacks or not us.grenades or our.thrown == NO_ONE or our.arms[our.thrown].ap > fight.left:
        return
    assert isinstance(place, Map)
    for foe in weakest_first(fight, fighters):
        lands = fight.combatants[foe].space
        reached = in_range(options, our.arms[our.thrown].weapon, distance(options, place.grid, us.space, lands))
        if reached and not _hits_friends(options, fight, fighters, Shot(our.thrown, foe, lands)):
            yield act("throw-grenade", at=lands)


# --- High, stims and reloads


@rule("DPI-95", "DPI-36", "DPI-A33")
def _relief(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """As much High as there is for as much Stress as there is."""
    us, our = fight.mine, fighters.fighters[fight.at]
    if fight.relieved or not us.high or not our.agent or not our.spends_high:
        return
    points = min(us.stress - stress_floor(our.traumas), high_spendable(options, us.high, our.traumas))
    if points > 0:
        yield act("spend-high", points=points)


@rule("DPI-133", "DPI-134", "DPI-180", "DPI-A31", "DPI-A54")
def _supplies(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """A reload of each weapon that is not full; a stim for oneself, or for a friend who is down and alive."""
    us, our = fight.mine, fighters.fighters[fight.at]
    unmoved = not fight.moved or options.reload_cost == "five-ap"
    if us.reloads and reload_cost(options, our) <= fight.left and unmoved:
        names = {our.arms[at].weapon.name: 0 for at, shots in enumerate(us.shots) if shots < our.arms[at].weapon.shots}
        yield from (act("reload", weapon=name) for name in names)
    if us.stims and AP.item <= fight.left:
        if us.hp < our.hp_max:
            yield STIM
        if options.zero_hp == "down" and len(fight.combatants) > 2:
            down = [friend for friend in fighters.friends(fight.at) if fight.combatants[friend].hp <= 0]
            yield from (act("use-stim", patient=fighters.names[friend]) for friend in down)


# --- places


@rule("DPI-128", "DPI-135", "DPI-A43", "DPI-A47")
def places(options: Options, fight: FightPosition, fighters: Fighters) -> list[Space]:
    """The nearest space of each kind: whom which weapons reach from there, who strikes back, and the cover.

    One that is no better than a nearer one against any foe is left out. Where no foe can be reached from any of them,
    the one nearest to a foe.
    """
    place, foes = fighters.place, weakest_first(fight, fighters)
    assert isinstance(place, Map)
    if not foes or fight.left < AP.move:
        return []
    seen: dict[tuple[int, int], tuple[tuple[int, ...], bool]] = {}
    here = _kind(options, fight, fighters, place, foes, fight.mine.space, seen)
    kinds: dict[tuple[Kind, ...], Space] = {here: fight.mine.space}
    for space in _candidates(options, fight, fighters, place, foes):
        kind = _kind(options, fight, fighters, place, foes, space, seen)
        if kind not in kinds and not any(_is_no_better(kind, nearer) for nearer in kinds):
            kinds[kind] = space
    others = [(kind, space) for kind, space in kinds.items() if kind != here]
    strikes = [space for kind, space in others if any(ours for ours, *_ in kind)]
    safe = [space for kind, space in others if not any(theirs for _, theirs, *_ in kind)]
    found = list(dict.fromkeys((*strikes[:_MOST_PLACES], *safe[:1])))
    if not strikes and not any(ours for ours, *_ in here):
        nearest = toward(options, fight, fighters, foes[0])
        found += [nearest] if nearest is not None and nearest not in (fight.mine.space, *found) else []
    return found


Kind = tuple[tuple[int, ...], bool, str, str]
"""Against one foe: the weapons that reach it, whether it strikes back, and the cover of both."""
_COVERS = ("none", "half", "full")


def _is_no_better(kind: tuple[Kind, ...], nearer: tuple[Kind, ...]) -> bool:
    """Whether nothing about a space is better than about a nearer one, against each foe."""
    return all(
        set(ours) <= set(ours_nearer)
        and theirs >= theirs_nearer
        and _COVERS.index(mine) <= _COVERS.index(mine_nearer)
        and _COVERS.index(its) >= _COVERS.index(its_nearer)
        for (ours, theirs, mine, its), (ours_nearer, theirs_nearer, mine_nearer, its_nearer) in zip(
            kind, nearer, strict=True
        )
    )


def _candidates(
    options: Options, fight: FightPosition, fighters: Fighters, place: Map, foes: Sequence[int]
) -> Iterable[Space]:
    """The spaces in reach, nearest first; on open ground only those straight towards and away from each foe."""
    if not _goes_straight(options, place):
        return ways_now(options, fight, fighters)
    ground, most = reach_now(options, fight, fighters)
    start, found = fight.mine.space, []
    for foe in foes:
        goal = fight.combatants[foe].space
        for towards in (goal, _away(start, goal)):
            at = start
            for steps in range(1, most + 1):
                at = next(_ahead(at, towards))
                if at == goal or not is_open(ground, at):
                    break
                if at not in ground.friends:
                    found.append((steps, at))
    return [space for _, space in sorted(found)]


def _goes_straight(options: Options, place: Map) -> bool:
    """Whether a straight way is as short as any."""
    return place.grid == "square" and options.diagonals == "one" and not place.obstacles


def _away(start: Space, goal: Space) -> Space:
    """A space far off on the other side of another one; to the left of one's own space."""
    across, up = _sign(start[0] - goal[0]), _sign(start[1] - goal[1])
    return start[0] + _FAR_OFF * (across if across or up else -1), start[1] + _FAR_OFF * up


def _kind(
    options: Options,
    fight: FightPosition,
    fighters: Fighters,
    place: Map,
    foes: Sequence[int],
    space: Space,
    seen: dict[tuple[int, int], tuple[tuple[int, ...], bool]],
) -> tuple[Kind, ...]:
    our, found = fighters.fighters[fight.at], []
    for foe in foes:
        spaces = distance(options, place.grid, space, fight.combatants[foe].space)
        if (foe, spaces) not in seen:
            carried = tuple(bool(shots) for shots in fight.mine.shots)
            seen[foe, spaces] = (
                _reaching(options, our, carried if our.attacks else None, spaces),
                counter_arm(options, fight.combatants[foe], fighters.fighters[foe], spaces) is not None,
            )
        ours, theirs = seen[foe, spaces]
        there = fight.with_combatant(fight.at, replace(fight.mine, space=space)) if place.obstacles else fight
        cover = (fighters.cover(there, fight.at, foe), fighters.cover(there, foe, fight.at))
        hidden = "full" in cover
        found.append((() if hidden else ours, theirs and not hidden, *cover))
    return tuple(found)


@lru_cache(maxsize=8192)
def _reaching(options: Options, our: Fighter, loaded: tuple[bool, ...] | None, spaces: int) -> tuple[int, ...]:
    """The weapons that reach a distance and are loaded; bare hands only if nothing else does."""
    if loaded is None:
        return ()
    carried = [
        at
        for at, full in enumerate(loaded)
        if (full or not our.arms[at].weapon.shots)
        and our.arms[at].skilled
        and in_range(options, our.arms[at].weapon, spaces)
    ]
    bare = [at for at in range(len(loaded), len(our.arms)) if at != our.thrown]
    return tuple(carried or [at for at in bare if in_range(options, our.arms[at].weapon, spaces)])


def toward(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> Space | None:
    """The nearest space in reach from which a weapon reaches a foe, else the one nearest to it; None without one."""
    place, our, goal = fighters.place, fighters.fighters[fight.at], fight.combatants[foe].space
    assert isinstance(place, Map)
    usable = [at for at, arm in enumerate(our.arms) if at != our.thrown and arm.skilled]
    usable = [at for at in usable if is_loaded(fight.mine, our, at)]
    carried = [at for at in usable if at < len(fight.mine.shots)]
    gaps = _gaps(options, tuple(our.arms[at].weapon for at in carried or usable))

    def off(space: Space) -> int:
        return gaps[min(len(gaps) - 1, distance(options, place.grid, space, goal))]

    here = off(fight.mine.space)
    if not here:
        return fight.mine.space if fighters.see_each_other(fight, fight.at, foe) else None
    nearer = gaps[max(0, min(len(gaps), distance(options, place.grid, fight.mine.space, goal)) - 1)] < here
    straight = _straight(options, fight, fighters, goal if nearer else _away(fight.mine.space, goal), here)
    if straight is not None and off(straight) < here:
        return straight
    to = min(ways_now(options, fight, fighters), key=off)  # of equals the nearest space
    return to if off(to) < here else None


@lru_cache(maxsize=1024)
def _gaps(options: Options, weapons: tuple[Any, ...]) -> tuple[int, ...]:
    """For each distance, how far it is from the nearest at which one of these weapons reaches."""
    reached = [at for at in range(FARTHEST + 1) if any(in_range(options, weapon, at) for weapon in weapons)]
    return tuple(min(abs(at - one) for one in reached) for at in range(4 * FARTHEST)) if reached else (0,)


def _straight(options: Options, fight: FightPosition, fighters: Fighters, goal: Space, gap: int) -> Space | None:
    """The space so many steps towards another, or as many as the AP allow, on open ground; round those in the way."""
    place, start = fighters.place, fight.mine.space
    assert isinstance(place, Map)
    if not _goes_straight(options, place) or start == goal:
        return None
    ground, most = reach_now(options, fight, fighters)
    steps = min(gap, most)
    at = start
    for left in range(steps, 0, -1):
        free = (
            space
            for space in _ahead(at, goal)
            if is_open(ground, space) and not (left == 1 and space in ground.friends)
        )
        step = next(free, None)
        if step is None:
            return None
        at = step
    return at


def _ahead(at: Space, goal: Space) -> Iterator[Space]:
    """The next space towards another, then those beside it."""
    x, y = at
    across, up = _sign(goal[0] - x), _sign(goal[1] - y)
    yield x + across, y + up
    yield from (
        ((x + across, y), (x, y + up))
        if across and up
        else ((x + (across or 1), y + (up or 1)), (x + (across or -1), y + (up or -1)))
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- plans


@rule("DPI-A41")
def advance(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in range, reload when empty, else move towards the weakest."""
    return next(attacks(options, fight, fighters), None) or _reload_or_advance(options, fight, fighters)


def _reload_or_advance(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    done = _reload_or_end(options, fight, fighters)
    if done != END_TURN or not isinstance(fighters.place, Map) or fight.left < AP.move:
        return done
    for foe in weakest_first(fight, fighters):
        to = toward(options, fight, fighters, foe)
        if to is not None:
            return END_TURN if to == fight.mine.space else act("move", to=to)
    return END_TURN


@rule("DPI-A41")
def hold(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Attack the weakest foe in range, reload when empty, and never move."""
    return next(attacks(options, fight, fighters), None) or _reload_or_end(options, fight, fighters)


def _reload_or_end(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    us, our = fight.mine, fighters.fighters[fight.at]
    if (
        us.reloads
        and reload_cost(options, our) <= fight.left
        and not (fight.moved and options.reload_cost != "five-ap")
    ):
        for at, shots in enumerate(us.shots):
            if not shots and our.arms[at].weapon.shots:
                return act("reload", weapon=our.arms[at].weapon.name)
    return END_TURN


@rule("DPI-95", "DPI-180", "DPI-A43", "DPI-A47")
def careful(options: Options, fight: FightPosition, fighters: Fighters, able: Sequence[Act]) -> Act:
    """Relieve Stress, use a stim in danger, strike a last foe from where no blow comes back, with what hurts most."""
    us, our, foes = fight.mine, fighters.fighters[fight.at], weakest_first(fight, fighters)
    in_reach = ((foe, arms) for foe in foes if (arms := arms_against(options, fight, fighters, foe)))
    target = next(in_reach, None) if our.attacks else None
    if target is None:
        return _reload_or_advance(options, fight, fighters)
    relief = next(_relief(options, fight, fighters), None)
    if relief is not None:
        return relief
    if us.stims and us.hp < our.hp_max and AP.item <= fight.left and _in_danger(options, fight, fighters):
        return STIM
    foe, arms = target
    arm = arms[0] if len(arms) == 1 else max(arms, key=lambda at: _damage_per_ap(options, fight, fighters, at, foe))
    spaces = fighters.spaces(options, fight, fight.at, foe)
    alone = len(foes) == 1
    if alone and counter_arm(options, fight.combatants[foe], fighters.fighters[foe], spaces) is not None:
        away = _unanswered(options, fight, fighters, foe)
        if away is not None:
            return act("move", to=away)
    return next(_with_high(options, fight, fighters, foe, arm))


def _damage_per_ap(options: Options, fight: FightPosition, fighters: Fighters, at: int, foe: int) -> Fraction:
    arm = fighters.fighters[fight.at].arms[at]
    rolled = damage_dice(options, arm.weapon, arm.level, fighters.spaces(options, fight, fight.at, foe))
    return Fraction(sum(count * (sides + 1) for count, sides in rolled), 2 * max(1, arm.ap))


def _in_danger(options: Options, fight: FightPosition, fighters: Fighters) -> bool:
    """Whether the largest blow of a foe in reach would be the last."""
    us = fight.mine
    for foe in fighters.foes(fight.at):
        if stands(fight.combatants[foe]):
            spaces, their = fighters.spaces(options, fight, fight.at, foe), fighters.fighters[foe]
            at = counter_arm(options, fight.combatants[foe], their, spaces)
            if at is not None:
                rolled = damage_dice(options, their.arms[at].weapon, their.arms[at].level, spaces)
                if us.hp + us.fortitude <= sum(count * sides for count, sides in rolled):
                    return True
    return False


@rule("DPI-A43", "DPI-A47")
def _unanswered(options: Options, fight: FightPosition, fighters: Fighters, foe: int) -> Space | None:
    """A space in reach from which a foe is struck and does not strike back, with AP left for the attack."""
    place, us, our = fighters.place, fight.mine, fighters.fighters[fight.at]
    assert isinstance(place, Map)
    them, their = fight.combatants[foe], fighters.fighters[foe]
    loaded = tuple(bool(shots) for shots in us.shots)
    theirs = tuple(at for at in range(len(their.arms)) if at != their.thrown and is_loaded(them, their, at))
    gaps = _only_ours(options, our, loaded, their, theirs)
    if not gaps:
        return None
    for space in _candidates(options, fight, fighters, place, (foe,)):
        arms = gaps.get(distance(options, place.grid, space, them.space))
        if arms is not None:
            steps = cost_of_move(options, fight, fighters, distance(options, place.grid, us.space, space))
            if min(our.arms[at].ap for at in arms) + steps <= fight.left:
                return space
    return None


@lru_cache(maxsize=1024)
def _only_ours(
    options: Options, our: Fighter, loaded: tuple[bool, ...], their: Fighter, theirs: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    """The distances at which one's own weapons reach and the other's do not, with those weapons."""
    if options.counter_reach == "always":
        return {}
    reached = ((at, _reaching(options, our, loaded, at)) for at in range(FARTHEST + 1))
    answered = {
        at for at in range(FARTHEST + 1) if any(in_range(options, their.arms[one].weapon, at) for one in theirs)
    }
    return {at: arms for at, arms in reached if arms and at not in answered}


# --- on a line: duels and skirmishes


@rule("DPI-128", "DPI-129", "DPI-133", "DPI-134", "DPI-135", "DPI-180", "DPI-A54")
def _acts_on_line(options: Options, fight: FightPosition, fighters: Fighters) -> tuple[Act, ...]:
    """What is planned, and then what is decided instead: by the side's choices, and High by best play."""
    our = fighters.fighters[fight.at]
    if fight.at == 1:
        return (_planned_target(options, fight, fighters),)
    usual = [one for one in attacks(options, fight, fighters) if "high" not in dict(one.params)]
    possible = [*usual, *_possible_on_line(options, fight, fighters)]
    planned = _planned(options, fight, fighters, possible)
    best = fighters.plans[0] == BEST and our.high == "best"
    if planned.action == "attack" and not best:
        planned = _by_policy(options, fight, fighters, planned)
    chosen = [one for one in possible if _KINDS[one.action] in (our.choices or ()) and one != planned]
    found = [planned, *chosen]
    if best and any(one.action == "attack" for one in found):
        found += _relief(options, fight, fighters)
        if options.high_timing == "before":
            spare = high_spendable(options, fight.mine.high, our.traumas)
            found += [
                Act(one.action, (*one.params, ("high", spare))) for one in found if one.action == "attack" and spare
            ]
    return tuple(found)


@rule("DPI-95", "DPI-96")
def _by_policy(options: Options, fight: FightPosition, fighters: Fighters, attack: Act) -> Act:
    """The attack with High spent by policy, or Stress relieved before it."""
    us, our = fight.mine, fighters.fighters[fight.at]
    if us.high and our.high == "relieve" and us.stress and not fight.relieved:
        return act("spend-high", points=min(us.stress, us.high))
    if us.high and our.high == "boost":
        return Act(attack.action, (*attack.params, ("high", us.high)))
    return attack


def _possible_on_line(options: Options, fight: FightPosition, fighters: Fighters) -> Iterator[Act]:
    """What a side of a skirmish can do besides attacking."""
    our = fighters.fighters[fight.at]
    assert isinstance(fighters.place, Line)
    if our.plan is None:  # a duel
        return
    yield from _supplies(options, fight, fighters)
    covered, spaces = fight.combatants[0].space[1], our.plan.cover_spaces
    if spaces is not None and not covered and spaces * AP.move <= fight.left:
        yield TAKE_COVER
    here = fight.combatants[0].space[0]
    if fight.left >= AP.move:
        yield from (act("move", to=at) for at in useful_distances(options, our, fighters.fighters[1], here))
    if fighters.timed:
        yield END_TURN
    if counter_arm(options, fight.combatants[1], fighters.fighters[1], here) is None:
        yield LEAVE


@lru_cache(maxsize=1024)
@rule("DPI-A43", "DPI-A47")
def useful_distances(options: Options, our: Fighter, their: Fighter, spaces: int) -> tuple[int, ...]:
    """The nearest distances at which a different set of weapons reaches, of either side."""

    def who_reaches(at: int) -> tuple[bool, ...]:
        always = options.counter_reach == "always"
        theirs = any(always or in_range(options, arm.weapon, at) for arm in their.arms)
        return (*(in_range(options, arm.weapon, at) for arm in our.arms), theirs)

    seen = {who_reaches(spaces)}
    found = []
    for at in sorted(range(FARTHEST + 1), key=lambda at: abs(at - spaces)):
        if who_reaches(at) not in seen:
            seen.add(who_reaches(at))
            found.append(at)
    return tuple(found)


def _planned(options: Options, fight: FightPosition, fighters: Fighters, possible: list[Act]) -> Act:
    """The plan's action: a stim or cover as set, else attack, else reload, else move into range."""
    us, our = fight.mine, fighters.fighters[fight.at]
    plan, choices = our.plan, our.choices or ()
    if plan is None:
        return possible[0] if possible else END_TURN
    if STIM in possible and "stim" not in choices and us.hp <= plan.stim_at:
        return STIM
    if TAKE_COVER in possible and "cover" not in choices and plan.take_cover:
        return TAKE_COVER
    here = fight.combatants[0].space[0]
    named = {arm.weapon.name: arm.weapon for arm in our.arms}
    for one in possible:
        if one.action == "attack" or (one.action == "reload" and in_range(options, named[one.of("weapon")], here)):
            return one
    usable = [arm.weapon for at, arm in enumerate(our.arms) if us.reloads or is_loaded(us, our, at)]
    if not any(in_range(options, weapon, here) for weapon in usable):
        for one in possible:
            if one.action == "move" and any(in_range(options, weapon, one.of("to")) for weapon in usable):
                return one
    worthwhile = fighters.timed and bool(usable) and fight.left < our.ap
    if worthwhile:
        return END_TURN
    return LEAVE if LEAVE in possible else STOP


@rule("DPI-A41")
def _planned_target(options: Options, fight: FightPosition, fighters: Fighters) -> Act:
    """The target reloads an empty weapon, comes nearer, by ruling attacks, or ends its turn."""
    them, their = fight.mine, fighters.fighters[fight.at]
    if not their.arms:
        return END_TURN
    weapon, here = their.arms[0].weapon, fighters.spaces(options, fight, 0, 1)
    if not is_loaded(them, their, 0) and them.reloads and reload_cost(options, their) <= fight.left:
        return act("reload", weapon=weapon.name)
    if here is not None and not in_range(options, weapon, here):
        if their.plan is not None and their.plan.closes and fight.left >= AP.move:
            reached = [at for at in range(FARTHEST + 1) if in_range(options, weapon, at)]
            return act("move", to=min(reached, key=lambda at: abs(at - here)))
        return END_TURN
    return next(attacks(options, fight, fighters), END_TURN)

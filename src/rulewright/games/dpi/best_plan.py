"""The plan `best`: the next action of a character, and the High spent, by best play of the duel with one foe.

The duel is solved in mean blows (see `mean_duel`). Areas, grenades, fire, other foes and friends are left out;
a distance matters only for the weapons, damage and counterattacks possible there.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rulewright.game.fights import Move
from rulewright.games.dpi.attack_actions import attack_situation, difficulty_of
from rulewright.games.dpi.check import edge_of
from rulewright.games.dpi.data import AP, ITEMS, WEAPONS
from rulewright.games.dpi.grid import Space, distance
from rulewright.games.dpi.mean_duel import DuelSide, MeanDuel, chance_to_win, decisions_on_high, largest_blow
from rulewright.games.dpi.meters import high_spendable, lose_sanity, overflow, stress_floor
from rulewright.games.dpi.movement import cost_of_move, ways_now
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.scene import Body, Fight, Scene
from rulewright.games.dpi.sheet import UNARMED, Foe, Owned, action_points, hp_max, is_loaded, traumas_of
from rulewright.games.dpi.skirmish_state import FARTHEST
from rulewright.games.dpi.targets import counter_weapon, see_each_other, weapon_used
from rulewright.games.dpi.weapons import ap_to_fire, damage_dice, in_range
from rulewright.rules import rule

_AS_GOOD = 1e-9
"""Chances closer than this count as equal; the attack with fewer steps is then preferred."""


class _AttackOption(NamedTuple):
    """An attack that can be made: weapon, distance, the steps, reload and AP before it, and the chance to win."""

    owned: Owned
    spaces: int
    steps: int
    reloads: bool
    before: int
    wins: float


@rule("DPI-27", "DPI-128", "DPI-129", "DPI-134", "DPI-A43", "DPI-A47")
def best_actions(options: Options, scene: Scene, who: str, foes: Sequence[str]) -> Iterator[Move]:
    """The actions that best play of the duel with the weakest foe in range takes next, in order of preference."""
    fight, body = scene.running, scene.sheet(who)
    seen = [foe for foe in foes if see_each_other(scene, who, foe)]
    barred = isinstance(body, Foe) and options.enemy_turns == "counter-only"
    if fight is None or not fight.begun or fight.turn != who or not seen or barred:
        return
    foe = next((foe for foe in seen if _reaches(options, scene, who, foe)), seen[0])
    ways = _attacks(options, scene, fight, who, foe)
    if ways:
        most = max(way.wins for way in ways)
        way = min((way for way in ways if way.wins >= most - _AS_GOOD), key=lambda way: (way.steps, way.reloads))
        if _wants_stim(options, scene, fight, who, foe, way):
            yield Move("use-stim", {"who": who})
        if way.steps:
            yield from _move_towards(options, scene, who, foe, way.spaces)
        if way.reloads:
            yield Move("reload", {"who": who, "weapon": way.owned.weapon})
        yield from _attack(options, scene, who, foe, way.owned)
        if not way.steps:  # not enough AP for the attack: wait for the next turn
            yield Move("end-turn", {"who": who})
    else:
        yield from _prepare(options, scene, who, foe)


@rule("DPI-A60")
def _usable_weapons(body: Body) -> tuple[Owned, ...]:
    """The weapons a character has the skill for, and bare hands."""
    if isinstance(body, Foe):
        return (*body.weapons, UNARMED)
    needs = [(owned, WEAPONS[owned.weapon].needs.items()) for owned in body.weapons]
    skilled = [owned for owned, need in needs if all(body.skills.get(skill, 0) >= level for skill, level in need)]
    return (*skilled, UNARMED)


def _reaches(options: Options, scene: Scene, who: str, foe: str) -> bool:
    spaces = scene.spaces_between(options, who, foe)
    return any(
        is_loaded(owned) and in_range(options, owned.weapon, spaces) for owned in _usable_weapons(scene.sheet(who))
    )


def _attacks(options: Options, scene: Scene, fight: Fight, who: str, foe: str) -> list[_AttackOption]:
    """Attacks with every weapon, each from the nearest distance with the same damage and counterattack.

    Moving must leave AP for the attack; with a weapon that reaches from here the attack may wait a turn.
    """
    body, here = scene.sheet(who), scene.spaces_between(options, who, foe)
    whole = action_points(options, body)
    to_reload = AP.reload if options.reload_cost == "five-ap" else whole
    arms = [owned for owned in _usable_weapons(body) if is_loaded(owned) or body.reloads]
    found: dict[Any, _AttackOption] = {}
    for spaces in sorted(range(FARTHEST + 1), key=lambda spaces: abs(spaces - here)):
        steps = abs(spaces - here)
        to_walk = cost_of_move(options, scene, who, steps)
        if to_walk > fight.ap:
            break
        back = counter_weapon(options, scene.sheet(foe), spaces)
        for owned in arms:
            before = to_walk + (0 if is_loaded(owned) else to_reload)
            to_fire = ap_to_fire(options, owned.weapon)
            in_time = before + to_fire <= fight.ap or (not steps and before <= fight.ap and to_fire <= whole)
            alike = owned, damage_dice(options, owned.weapon, owned.level, spaces), back
            if in_time and alike not in found and in_range(options, owned.weapon, spaces):
                wins = chance_to_win(options, _mean_duel(options, scene, who, foe, owned, spaces, before))
                found[alike] = _AttackOption(owned, spaces, steps, not is_loaded(owned), before, wins)
    return list(found.values())


@rule("DPI-A41", "DPI-A42", "DPI-A43")
def _mean_duel(options: Options, scene: Scene, who: str, foe: str, owned: Owned, spaces: int, before: int) -> MeanDuel:
    """The duel with one foe at a distance and with one weapon, from a turn in which some AP are spent already.

    A foe that cannot counterattack from there is assumed to come nearer in its own turn, if it attacks in it.
    """
    them = scene.sheet(foe)
    back = counter_weapon(options, them, spaces)
    theirs = back or next((one for one in them.weapons if is_loaded(one)), UNARMED)
    ours = counter_weapon(options, scene.sheet(who), spaces)
    return MeanDuel(
        _duel_side(options, scene, who, foe, owned, spaces, ours is not None),
        _duel_side(options, scene, foe, who, theirs, spaces, back is not None),
        max(0, action_points(options, scene.sheet(who)) - before) // ap_to_fire(options, owned.weapon),
    )


def _duel_side(
    options: Options, scene: Scene, who: str, foe: str, owned: Owned, spaces: int, counters: bool
) -> DuelSide:
    body = scene.sheet(who)
    situation = attack_situation(options, scene, body, WEAPONS[owned.weapon], None, 0, difficulty_of(scene, foe))
    return DuelSide(
        edge=edge_of(options, situation, situation.stress - body.stress, 0),
        rolled=damage_dice(options, owned.weapon, owned.level, spaces),
        counters=counters,
        attacks=max(1, action_points(options, body) // ap_to_fire(options, owned.weapon)),
        cover=scene.cover_of(who, foe),
        hp=body.hp,
        fortitude=body.fortitude,
        stress=body.stress,
        high=high_spendable(options, body.high, traumas_of(body)),
        sanity=body.sanity,
    )


@rule("DPI-97", "DPI-133", "DPI-180")
def _wants_stim(options: Options, scene: Scene, fight: Fight, who: str, foe: str, way: _AttackOption) -> bool:
    """Whether a stim is worth its Stress and AP; asked only when the foe's next blow could be the last."""
    body = scene.sheet(who)
    if not body.stims or fight.ap < AP.item:
        return False
    faced = _mean_duel(options, scene, who, foe, way.owned, way.spaces, way.before + AP.item)
    if body.hp > largest_blow(options, faced.them.rolled, faced.us.cover, faced.us.fortitude):
        return False
    stress, lost = overflow(body.stress, ITEMS.stim_stress)
    wins = 0.0
    for healed in range(1, ITEMS.stim_sides + 1):
        sanity, hp = lose_sanity(body.sanity, lost, min(hp_max(body), body.hp + healed))
        after = replace(faced.us, hp=hp, stress=stress, sanity=sanity)
        wins += chance_to_win(options, replace(faced, us=after)) if hp > 0 else 0.0
    return wins / ITEMS.stim_sides > way.wins + _AS_GOOD


def _move_towards(options: Options, scene: Scene, who: str, foe: str, spaces: int) -> Iterator[Move]:
    """The move that ends nearest to a given distance from a foe, if any is nearer than staying."""
    goal = scene.sheet(foe).space

    def off(at: Space) -> int:
        return abs(distance(options, scene.grid, at, goal) - spaces)

    to = min(ways_now(options, scene, who), key=off)  # of equals the nearest space
    if off(to) < off(scene.sheet(who).space):
        yield Move("move", {"who": who, "to": list(to)})


def _prepare(options: Options, scene: Scene, who: str, foe: str) -> Iterator[Move]:
    """Reload or move into range when no attack can be made this turn."""
    body, here = scene.sheet(who), scene.spaces_between(options, who, foe)
    arms = [owned for owned in _usable_weapons(body) if is_loaded(owned) or body.reloads]
    for owned in arms:
        if not is_loaded(owned):
            yield Move("reload", {"who": who, "weapon": owned.weapon})
    reached = [
        spaces for spaces in range(FARTHEST + 1) if any(in_range(options, owned.weapon, spaces) for owned in arms)
    ]
    yield from _move_towards(options, scene, who, foe, min(reached, key=lambda spaces: abs(spaces - here)))
    if here in reached:
        yield Move("end-turn", {"who": who})


@rule("DPI-95", "DPI-96", "DPI-A9")
def _attack(options: Options, scene: Scene, who: str, foe: str, owned: Owned) -> Iterator[Move]:
    """An attack with High spent as in best play: on Stress, on the roll, or held until after it."""
    body = scene.sheet(who)
    attack: dict[str, Any] = {"who": who, "target": foe, "weapon": owned.weapon}
    faced = _mean_duel(options, scene, who, foe, owned, scene.spaces_between(options, who, foe), 0)
    if faced.us.high:
        asked = (one.best for one in decisions_on_high(options, faced) if one.question == "High before the roll")
        before = next(asked, "keep")
        points = min(faced.us.high, body.stress - stress_floor(traumas_of(body)))
        if before == "relieve" and points > 0:
            yield Move("spend-high", {"who": who, "points": points})
        if before == "boost":
            attack["high"] = faced.us.high
        elif options.high_timing == "any-time":
            attack["hold_high"] = True
    yield Move("attack", attack)


@rule("DPI-96", "DPI-A9")
def high_spent(scene: Scene, options: Options, move: Move, who: str, question: str, choices: Sequence[Any]) -> Any:
    """The High that best play spends after an attack is rolled; the first choice for any other question."""
    if question != "High to spend" or move.action != "attack":
        return choices[0]
    foe, owned = move.params["target"], weapon_used(scene.sheet(who), move.params.get("weapon"))
    faced = _mean_duel(options, scene, who, foe, owned, scene.spaces_between(options, who, foe), 0)
    spare = faced.us.high - move.params.get("high", 0)
    offered = {int(points): result for points, result in (choice.split(" for ") for choice in choices)}
    results = tuple(offered[max(one for one in offered if one <= points)] for points in range(spare + 1))
    for decision in decisions_on_high(options, replace(faced, us=replace(faced.us, high=spare))):
        if decision.question == "High after the roll" and decision.seen[-1] == results:
            return f"{decision.best} for {offered[decision.best]}"
    return choices[0]

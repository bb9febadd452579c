"""Twelves worked out a second time, straight from the inventory and with nothing of the engine.

Checks are counted over all rolls of the dice; duels are solved turn by turn, with the formula
V_a = (R_a + q_a R_b) / (1 - q_a q_b) of the inventory.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

Chances = dict[Any, Fraction]
Table = Mapping[str, Any]
Boxes = tuple[int, int, int, int]
"""Damage of a and b, potions of a and b."""

CHECK = {
    "score": 7,
    "rank": 1,
    "tags": 0,
    "difficulty": 0,
    "advantage": 0,
    "disadvantage": 0,
    "tier": "normal",
}
FIGHTER = {
    "attack_score": 7,
    "agi": 7,
    "str": 7,
    "rank": 1,
    "attack_tags": 0,
    "agi_tags": 0,
    "str_tags": 0,
    "normal_boxes": 2,
    "damage": 0,
    "weapon": 1,
    "crit_extra": 1,
    "defence": 0,
    "potions": 0,
    "policy": "attack",
    "npc": False,
}


def add(chances: Chances, outcome: Any, chance: Fraction) -> None:
    """Add the chance of an outcome to those gathered so far."""
    if chance:
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance


@cache
def rolls_of(count: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every sorted roll of some dice with its chance."""
    orders = factorial(count)
    return tuple(
        (faces, Fraction(orders // prod(map(factorial, Counter(faces).values())), sides**count))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    )


def net_sources(advantage: int, disadvantage: int, table: Table) -> int:
    """TW-A10: dice beyond two, positive for advantage and negative for disadvantage."""
    way = table.get("adv-dis", "cancel")
    if way == "stack":
        return advantage - disadvantage
    if way == "majority":
        return 1 if advantage > disadvantage else -1 if disadvantage > advantage else 0
    if way == "disadvantage-wins" and disadvantage:
        return -1
    if advantage and disadvantage:
        return 0
    return 1 if advantage else -1 if disadvantage else 0


def bonus_of(rank: int, tags: Any, table: Table) -> int:
    """TW-A5: what the applicable Tags add."""
    match table.get("tag-bonus", "rank-once"):
        case "rank-once":
            return rank if tags else 0
        case "rank-each":
            return rank * int(tags)
        case "own-highest":
            return int(max(tags or [0]))
        case _:
            return sum(tags or [0])


def result_of(faces: tuple[int, ...], bonus: int, tn: int, net: int, table: Table) -> tuple[str, int, int]:
    """Result, total and margin of one roll of a check."""
    low_to_high = sorted(faces)
    kept = low_to_high[:2] if net < 0 else low_to_high[-2:]
    doubles = kept[0] == kept[1]
    if net < 0 and table.get("disadvantage-crit", "kept") == "triple":
        doubles = len(set(faces)) == 1
    if net < 0 and table.get("disadvantage-crit", "kept") == "never":
        doubles = False
    total = sum(kept) + bonus
    met = total >= tn
    if doubles and met:
        result = "critical"
    elif doubles:
        result = {"critical": "critical", "success": "success", "failure": "failure"}[
            table.get("doubles-below-tn", "critical")
        ]
    else:
        result = "success" if met else "failure"
    return result, total, total - tn


def check(given: Mapping[str, Any], table: Table) -> Chances:
    """The chances of (result, total, margin) of a check."""
    one = {**CHECK, **given}
    net = net_sources(one["advantage"], one["disadvantage"] + (one["tier"] != "normal"), table)
    bonus = bonus_of(one["rank"], one["tags"], table)
    tn = 20 - one["score"] + one["difficulty"]
    found: Chances = {}
    for faces, chance in rolls_of(2 + abs(net), 12):
        add(found, result_of(faces, bonus, tn, net, table), chance)
    return found


def results(given: Mapping[str, Any], table: Table) -> Chances:
    """The chances of critical, success and failure."""
    found: Chances = {}
    for (result, _, _), chance in check(given, table).items():
        add(found, result, chance)
    return found


def holding(given: Mapping[str, Any], table: Table) -> Fraction:
    """The chance to pass the Strength check in Critical; `given` has check parameters without a tier."""
    tier = "critical" if table.get("collapse-check", "disadvantage") == "disadvantage" else "normal"
    return 1 - results({**given, "tier": tier}, table).get("failure", Fraction(0))


# --- boxes -------------------------------------------------------------------------------------


def tier_of(normal_boxes: int, damage: int) -> str:
    """TW-A15."""
    if damage <= normal_boxes:
        return "normal"
    return "wounded" if damage <= normal_boxes + 2 else "critical"


class Body(NamedTuple):
    """Boxes and state."""

    normal_boxes: int
    damage: int
    state: str = "active"
    npc: bool = False


def hurt(body: Body, boxes: int, table: Table) -> Body:
    """TW-A13, A20, A21, A22 and A25."""
    if boxes == 0:
        return body
    last = body.normal_boxes + 4
    damage, left = body.damage, boxes
    struck = tier_of(body.normal_boxes, damage + 1)
    while left and damage < last:
        if table.get("tier-crossing", "through") == "stop" and tier_of(body.normal_boxes, damage + 1) != struck:
            left = 0
            break
        damage, left = damage + 1, left - 1
    grave = ["active", "stabilised", "incapacitated", "dead"]
    states = ["active" if body.state == "stabilised" else body.state]
    if body.state == "stabilised" and table.get("stabilised") == "down":
        states.append("incapacitated")
    if body.npc and table.get("npc-critical") == "drop" and tier_of(body.normal_boxes, damage) == "critical":
        states.append("incapacitated")
    if damage == last:
        last_box = {"collapse": "incapacitated", "standing": "active", "dead": "dead"}
        states.append(last_box[table.get("last-box", "collapse")])
    if left and table.get("overflow-damage") == "dead":
        states.append("dead")
    return body._replace(damage=damage, state=max(states, key=grave.index))


def healed(body: Body, boxes: int, table: Table) -> Body:
    """TW-A14 and A26."""
    cleared = min(boxes, body.damage)
    if not cleared:
        return body
    damage = body.damage - cleared
    steady = body.state == "stabilised" and table.get("stabilised") != "down"
    stays = steady and tier_of(body.normal_boxes, damage) == "critical"
    return body._replace(damage=damage, state=body.state if stays else "active")


def sums(count: int, sides: int) -> Chances:
    """The chances of the sum of some dice."""
    found: Chances = {}
    for faces, chance in rolls_of(count, sides):
        add(found, sum(faces), chance)
    return found


# --- fights ------------------------------------------------------------------------------------


def blows(attack: Mapping[str, Any], dodge: Mapping[str, Any] | None, table: Table) -> Chances:
    """The chances of miss, hit, critical and dodged; `dodge` is the check of a target that may dodge."""
    found: Chances = {}
    for result, chance in results(attack, table).items():
        if result == "failure":
            add(found, "miss", chance)
            continue
        avoided = Fraction(0)
        if dodge is not None:
            answer = results(dodge, table)
            avoided = answer.get("critical", Fraction(0))
            if result == "success":
                avoided += answer.get("success", Fraction(0))
        add(found, "dodged", chance * avoided)
        add(found, "critical" if result == "critical" else "hit", chance * (1 - avoided))
    return found


class Fight:
    """Two fighters and the table they fight at. A side is "a" or "b"; damage and potions are (a's, b's)."""

    def __init__(self, a: Mapping[str, Any], b: Mapping[str, Any], table: Table) -> None:
        self.fighters = {"a": {**FIGHTER, **a}, "b": {**FIGHTER, **b}}
        self.table = table
        self.strikes = lru_cache(maxsize=None)(self._strikes)
        self.block = lru_cache(maxsize=None)(self._block)

    def tier(self, side: str, damage: int) -> str:
        return tier_of(self.fighters[side]["normal_boxes"], damage)

    def stands(self, side: str, damage: int) -> Fraction:
        """The chance to pass the start of a turn."""
        one = self.fighters[side]
        if self.tier(side, damage) != "critical":
            return Fraction(1)
        return holding({"score": one["str"], "rank": one["rank"], "tags": one["str_tags"]}, self.table)

    def actions(self, side: str, damage: int) -> int:
        return int(self.table.get("healthy-actions", 2)) if self.tier(side, damage) == "normal" else 1

    def _strikes(self, side: str, tier: str, target_damage: int) -> tuple[tuple[str, int, str, Fraction], ...]:
        """(result, the target's damage, the target's state, chance) of one attack."""
        one, other = self.fighters[side], self.fighters[_other(side)]
        attack = {
            "score": one["attack_score"],
            "rank": one["rank"],
            "tags": one["attack_tags"],
            "difficulty": other["defence"],
            "tier": tier,
        }
        dodge = None
        if self.table.get("attack-defence") == "dodge":
            other_tier = self.tier(_other(side), target_damage)
            dodge = {"score": other["agi"], "rank": other["rank"], "tags": other["agi_tags"], "tier": other_tier}
        body = Body(other["normal_boxes"], target_damage, "active", other["npc"])
        listed = []
        for result, chance in blows(attack, dodge, self.table).items():
            boxes = {"miss": 0, "dodged": 0, "hit": one["weapon"], "critical": one["weapon"] + one["crit_extra"]}
            after = hurt(body, boxes[result], self.table)
            listed.append((result, after.damage, after.state, chance))
        return tuple(listed)

    def drinks(self, side: str, damage: int, potions: int) -> bool:
        """What a fixed policy does."""
        policy, tier = self.fighters[side]["policy"], self.tier(side, damage)
        thirsty = {"attack": (), "drink-wounded": ("wounded", "critical"), "drink-critical": ("critical",)}
        return potions > 0 and tier in thirsty[policy]

    # --- one turn, without choices --------------------------------------------------------------

    def turn(self, side: str, us: int, potions: int, them: int) -> Chances:
        """(collapsed, hits, criticals, our damage, our potions, their damage, their state) after one turn."""
        up = self.stands(side, us)
        found: Chances = {}
        add(found, (True, 0, 0, us, potions, them, "active"), 1 - up)
        running: Chances = {(0, 0, us, potions, them, "active"): up}
        for _ in range(self.actions(side, us)):
            following: Chances = {}
            for now, chance in running.items():
                hits, criticals, own, left, theirs, state = now
                if state != "active":
                    add(following, now, chance)
                elif self.drinks(side, own, left):
                    for face in range(1, 5):
                        drunk = (hits, criticals, max(0, own - face), left - 1, theirs, state)
                        add(following, drunk, chance / 4)
                else:
                    for result, damage, new, share in self.strikes(side, self.tier(side, own), theirs):
                        struck = (
                            hits + (result in ("hit", "critical")),
                            criticals + (result == "critical"),
                            own,
                            left,
                            damage,
                            new,
                        )
                        add(following, struck, chance * share)
            running = following
        for now, chance in running.items():
            add(found, (False, *now), chance)
        return found

    # --- duels with a limit of rounds -----------------------------------------------------------

    def limited(self, first: str, rounds: int) -> Chances:
        """(winner, by) of a duel over a number of rounds."""
        ends: Chances = {}
        a, b = self.fighters["a"], self.fighters["b"]
        standing: Chances = {(a["damage"], b["damage"], a["potions"], b["potions"]): Fraction(1)}
        for _ in range(rounds):
            for side in (first, _other(first)):
                following: Chances = {}
                for (da, db, pa, pb), chance in standing.items():
                    us, own, them = (da, pa, db) if side == "a" else (db, pb, da)
                    for (fell, _, _, us2, own2, them2, state), share in self.turn(side, us, own, them).items():
                        if fell:
                            add(ends, (_other(side), "collapse"), chance * share)
                        elif state != "active":
                            add(ends, (side, "boxes"), chance * share)
                        elif side == "a":
                            add(following, (us2, them2, own2, pb), chance * share)
                        else:
                            add(following, (them2, us2, pa, own2), chance * share)
                standing = following
        add(ends, ("none", "limit"), sum(standing.values(), Fraction(0)))
        return ends

    # --- duels without a limit: V_a = (R_a + q_a R_b) / (1 - q_a q_b) ------------------------------

    def duel(self, first: str) -> Chances:
        """(winner, by) of a duel to the end."""
        a, b = self.fighters["a"], self.fighters["b"]
        ends = self.block(a["damage"], b["damage"], a["potions"], b["potions"])[first]
        return {end: chance for end, chance in ends.items() if chance}

    def _block(self, da: int, db: int, pa: int, pb: int) -> dict[str, Chances]:
        """How a duel ends from here, with each side to move."""
        plans = {"a": self._plans("a", da, pa), "b": self._plans("b", db, pb)}
        turns = {("a", plan): self._turn_from("a", da, pa, db, pb, plan) for plan in plans["a"]} | {
            ("b", plan): self._turn_from("b", db, pb, da, pa, plan) for plan in plans["b"]
        }
        solved = {(i, j): _closed(turns["a", i], turns["b", j]) for i in plans["a"] for j in plans["b"]}
        for i in plans["a"]:
            for j in plans["b"]:
                here = solved[i, j]
                gain_a = any(_wins("a", solved[k, j][s]) > _wins("a", here[s]) for k in plans["a"] for s in "ab")
                gain_b = any(_wins("b", solved[i, k][s]) > _wins("b", here[s]) for k in plans["b"] for s in "ab")
                if not gain_a and not gain_b:
                    return here
        raise AssertionError("no saddle point")

    def _plans(self, side: str, damage: int, potions: int) -> list[int]:
        """At which action to drink while nothing has changed, latest first; the number of actions is never."""
        never = self.actions(side, damage)
        if self.fighters[side]["policy"] != "best" or not potions or not damage:
            return [never]
        return list(range(never, -1, -1))

    def _turn_from(self, side: str, us: int, own: int, them: int, other: int, plan: int) -> tuple[Chances, Fraction]:
        """R and q of a turn: how it ends where something changes, and the chance that nothing does."""
        up = self.stands(side, us)
        onward: Chances = {}
        add(onward, (_other(side), "collapse"), 1 - up)
        stay = up
        for action in range(self.actions(side, us)):
            left = self.actions(side, us) - action - 1
            fixed = self.fighters[side]["policy"] != "best"
            if self.drinks(side, us, own) if fixed else action == plan:
                for face in range(1, 5):
                    self._gather(onward, self._later(side, max(0, us - face), own - 1, them, other, left), stay / 4)
                return onward, Fraction(0)
            nothing = Fraction(0)
            for _, damage, state, share in self.strikes(side, self.tier(side, us), them):
                if state != "active":
                    add(onward, (side, "boxes"), stay * share)
                elif damage == them:
                    nothing += share
                else:
                    self._gather(onward, self._later(side, us, own, damage, other, left), stay * share)
            stay *= nothing
        return onward, stay

    def _later(self, side: str, us: int, own: int, them: int, other: int, left: int) -> Chances:
        """How a duel ends from the middle of a turn in which something has changed."""
        if left == 0:
            here = (us, them, own, other) if side == "a" else (them, us, other, own)
            return self.block(*here)[_other(side)]
        ways: list[Chances] = []
        if self.fighters[side]["policy"] == "best":
            choices = [False, True] if own and us else [False]
        else:
            choices = [self.drinks(side, us, own)]
        for drink in choices:
            way: Chances = {}
            if drink:
                for face in range(1, 5):
                    after = self._later(side, max(0, us - face), own - 1, them, other, left - 1)
                    self._gather(way, after, Fraction(1, 4))
            else:
                for _, damage, state, share in self.strikes(side, self.tier(side, us), them):
                    if state != "active":
                        add(way, (side, "boxes"), share)
                    else:
                        self._gather(way, self._later(side, us, own, damage, other, left - 1), share)
            ways.append(way)
        return max(ways, key=lambda way: _wins(side, way))  # the first of equals: attack

    @staticmethod
    def _gather(onward: Chances, ends: Chances, share: Fraction) -> None:
        for end, chance in ends.items():
            add(onward, end, chance * share)

    # --- how long it takes ------------------------------------------------------------------------

    def mean_rounds(self, first: str) -> Fraction:
        """The mean number of rounds begun; fixed policies only."""
        a, b = self.fighters["a"], self.fighters["b"]

        @cache
        def rounds(da: int, db: int, pa: int, pb: int) -> Fraction:
            stay, more = Fraction(0), Fraction(0)
            for now, chance in self._round(first, (da, db, pa, pb)):
                if now == (da, db, pa, pb):
                    stay += chance
                else:
                    more += chance * rounds(*now)
            return (1 + more) / (1 - stay)

        return rounds(a["damage"], b["damage"], a["potions"], b["potions"])

    def _round(self, first: str, start: Boxes) -> Iterator[tuple[Boxes, Fraction]]:
        """Where a round leads if neither is felled in it."""
        standing: Chances = {start: Fraction(1)}
        for side in (first, _other(first)):
            following: Chances = {}
            for (da, db, pa, pb), chance in standing.items():
                us, own, them = (da, pa, db) if side == "a" else (db, pb, da)
                for (fell, _, _, us2, own2, them2, state), share in self.turn(side, us, own, them).items():
                    if not fell and state == "active":
                        now = (us2, them2, own2, pb) if side == "a" else (them2, us2, pa, own2)
                        add(following, now, chance * share)
            standing = following
        yield from standing.items()


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


def _wins(side: str, ends: Chances) -> Fraction:
    return sum((chance for (winner, _), chance in ends.items() if winner == side), Fraction(0))


def _closed(a: tuple[Chances, Fraction], b: tuple[Chances, Fraction]) -> dict[str, Chances]:
    """V_a = (R_a + q_a R_b) / (1 - q_a q_b), and the same for b."""
    if a[1] * b[1] == 1:
        never = {("none", "limit"): Fraction(1)}
        return {"a": never, "b": never}
    ends = a[0].keys() | b[0].keys()
    zero = Fraction(0)
    apart = 1 - a[1] * b[1]
    return {
        "a": {end: (a[0].get(end, zero) + a[1] * b[0].get(end, zero)) / apart for end in ends},
        "b": {end: (b[0].get(end, zero) + b[1] * a[0].get(end, zero)) / apart for end in ends},
    }


# --- initiative --------------------------------------------------------------------------------


def initiative(a: Mapping[str, Any], b: Mapping[str, Any], table: Table) -> Fraction:
    """The chance that a goes first: TW-A31, ties divided out."""
    agi_a, agi_b = a.get("agi", 7), b.get("agi", 7)
    if table.get("initiative") == "score":
        return Fraction(1, 2) if agi_a == agi_b else Fraction(int(agi_a > agi_b))
    first, tied = Fraction(0), Fraction(0)
    ours = check({**{name: v for name, v in a.items() if name != "agi"}, "score": agi_a}, table)
    theirs = check({**{name: v for name, v in b.items() if name != "agi"}, "score": agi_b}, table)
    for (result, _, margin), chance in ours.items():
        for (other, _, other_margin), share in theirs.items():
            us = (result == "critical", margin, agi_a)
            them = (other == "critical", other_margin, agi_b)
            if us == them:
                tied += chance * share
            elif us > them:
                first += chance * share
    return first / (1 - tied)

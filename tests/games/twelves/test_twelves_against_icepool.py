"""The same chances from icepool, and duels from a slow solver written straight from the inventory."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
import twelves_by_hand as by_hand
from twelves_table import chances

d12, d4 = icepool.d(12), icepool.d(4)
Table = Mapping[str, Any]


def fractions(die: Any) -> dict[Any, Fraction]:
    """An icepool die as chances."""
    return {found: Fraction(weight, die.denominator()) for found, weight in die.items() if weight}


# --- checks in icepool ---------------------------------------------------------------------------------------


def kept_dice(net: int, crit: str) -> Any:
    """(sum of the two kept dice, whether they are doubles) as an icepool die."""
    rolled: Any = d12.pool(2 + abs(net))
    if net >= 0:
        return rolled.highest(2).expand().map(lambda low, high: (low + high, low == high), star=True)
    if crit == "triple":
        return rolled.expand().map(lambda faces: (sum(sorted(faces)[:2]), len(set(faces)) == 1), star=False)
    two = rolled.lowest(2).expand()
    return two.map(lambda low, high: (low + high, low == high and crit != "never"), star=True)


def check_die(given: Table, table: Table) -> Any:
    """(result, total, margin) of a check as an icepool die."""
    one = {**by_hand.CHECK, **given}
    good, bad = one["advantage"], one["disadvantage"] + (one["tier"] != "normal")
    net = {
        "cancel": 0 if good and bad else min(good, 1) - min(bad, 1),
        "majority": (good > bad) - (good < bad),
        "stack": good - bad,
        "disadvantage-wins": -1 if bad else min(good, 1),
    }[table.get("adv-dis", "cancel")]
    tags = one["tags"]
    match table.get("tag-bonus", "rank-once"):
        case "rank-once":
            bonus = one["rank"] * min(tags, 1)
        case "rank-each":
            bonus = one["rank"] * tags
        case "own-highest":
            bonus = max([0, *tags])
        case _:
            bonus = sum(tags)
    tn = 20 - one["score"] + one["difficulty"]
    below = table.get("doubles-below-tn", "critical")

    def judged(kept: int, doubles: bool) -> tuple[str, int, int]:
        total = kept + bonus
        if total >= tn:
            return ("critical" if doubles else "success", total, total - tn)
        return (below if doubles else "failure", total, total - tn)

    return kept_dice(net, table.get("disadvantage-crit", "kept")).map(judged, star=True)


def result_die(given: Table, table: Table) -> Any:
    return check_die(given, table).marginals[0]


SOURCES = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (3, 1), (1, 3), (2, 2)]


@pytest.mark.rule("TW-13", "TW-14", "TW-22", "TW-23", "TW-A9", "TW-A10")
@pytest.mark.parametrize("way", ["cancel", "majority", "stack", "disadvantage-wins"])
@pytest.mark.parametrize(("good", "bad"), SOURCES)
def test_checks_agree_with_icepool_for_all_ways_of_advantage(way: str, good: int, bad: int) -> None:
    for tier, crit in (("normal", "kept"), ("wounded", "triple"), ("critical", "never")):
        params = {"score": 8, "rank": 2, "tags": 1, "advantage": good, "disadvantage": bad, "tier": tier}
        table = {"adv-dis": way, "disadvantage-crit": crit}
        assert chances("check", table, **params) == fractions(check_die(params, table))


@pytest.mark.rule("TW-10", "TW-17", "TW-A5", "TW-A7")
@pytest.mark.parametrize("below", ["critical", "success", "failure"])
@pytest.mark.parametrize("bonus", ["rank-once", "rank-each", "own-highest", "own-sum"])
def test_checks_agree_with_icepool_for_all_bonuses_and_doubles(below: str, bonus: str) -> None:
    table = {"doubles-below-tn": below, "tag-bonus": bonus}
    for score, rank, difficulty in ((0, 0, 20), (3, 10, 4), (7, 3, 0), (12, 1, 2), (20, 5, 0)):
        for count in (0, 1, 3):
            tags: Any = [rank + 1 - (rank == 10)] * count if bonus.startswith("own-") else count
            params = {"score": score, "rank": rank, "tags": tags, "difficulty": difficulty}
            assert chances("check", table, **params) == fractions(check_die(params, table))


@pytest.mark.rule("TW-A10")
@pytest.mark.parametrize(("good", "bad", "tier"), [(6, 0, "normal"), (0, 6, "critical"), (5, 1, "wounded")])
def test_many_stacked_dice_agree_with_icepool(good: int, bad: int, tier: str) -> None:
    params = {"advantage": good, "disadvantage": bad, "tier": tier}
    table = {"adv-dis": "stack"}
    assert chances("check", table, **params) == fractions(check_die(params, table))


@pytest.mark.rule("TW-A10")
def test_the_second_working_agrees_with_icepool_too() -> None:
    random = Random(3)
    for _ in range(40):
        params = {
            "score": random.randint(0, 20),
            "rank": random.randint(0, 10),
            "tags": random.randint(0, 6),
            "difficulty": random.randint(0, 20),
            "advantage": random.randint(0, 2),
            "disadvantage": random.randint(0, 2),
            "tier": random.choice(["normal", "wounded", "critical"]),
        }
        table = {
            "adv-dis": random.choice(["cancel", "majority", "stack", "disadvantage-wins"]),
            "disadvantage-crit": random.choice(["kept", "triple", "never"]),
            "doubles-below-tn": random.choice(["critical", "success", "failure"]),
            "tag-bonus": random.choice(["rank-once", "rank-each"]),
        }
        found = fractions(check_die(params, table))
        assert by_hand.check(params, table) == found == chances("check", table, **params)


@pytest.mark.rule("TW-34", "TW-A18")
@pytest.mark.parametrize("setting", ["disadvantage", "plain"])
@pytest.mark.parametrize("strength", [0, 4, 7, 11, 20])
def test_survival_agrees_with_icepool(setting: str, strength: int) -> None:
    table = {"collapse-check": setting}
    for sources in ({}, {"advantage": 1}, {"disadvantage": 1}, {"rank": 3, "tags": 1, "difficulty": 4}):
        tier = "critical" if setting == "disadvantage" else "normal"
        result = result_die({**sources, "score": strength, "tier": tier}, table)
        once = fractions(result.map(lambda word: (word, word == "failure"), star=False))
        assert chances("collapse-check", table, str=strength, **sources) == once

        def turn(standing: bool, held: int, result: Any = result) -> Any:
            if not standing:
                return (standing, held)
            return result.map(lambda word: (False, held) if word == "failure" else (True, held + 1))

        for turns in (1, 3, 6):
            held = icepool.Die([(True, 0)]).map(turn, star=True, repeat=turns)
            assert chances("critical-survival", table, str=strength, turns=turns, **sources) == fractions(held)


@pytest.mark.rule("TW-36", "TW-A25")
@pytest.mark.parametrize(("setting", "state"), [("steady", "stabilised"), ("letter", "active"), ("down", "stabilised")])
def test_stabilising_agrees_with_icepool(setting: str, state: str) -> None:
    for params in ({}, {"score": 3, "advantage": 1}, {"tier": "critical", "rank": 4, "tags": 2}):
        helped = result_die(params, {}).map(lambda word: (word, "incapacitated" if word == "failure" else state))
        assert chances("stabilise", {"stabilised": setting}, **params) == fractions(helped)


# --- rests and healing ----------------------------------------------------------------------------------------


def rested(normal: int, damage: int, state: str, regained: Any, setting: str) -> Any:
    """(healed, damage, tier, state) after so many boxes come back."""

    def after(boxes: int) -> tuple[int, int, str, str]:
        left = max(0, damage - boxes)
        tier = "normal" if left <= normal else "wounded" if left <= normal + 2 else "critical"
        up = left < damage and (state == "incapacitated" or setting == "down" or tier != "critical")
        return (damage - left, left, tier, "active" if up else state)

    return regained.map(after)


@pytest.mark.rule("TW-40", "TW-41", "TW-44", "TW-A26", "TW-A30")
@pytest.mark.parametrize("setting", ["steady", "letter", "down"])
@pytest.mark.parametrize("state", ["active", "incapacitated", "stabilised"])
def test_rests_agree_with_icepool(setting: str, state: str) -> None:
    for normal, rank in ((2, 0), (2, 1), (5, 3), (9, 1), (20, 10)):
        for damage in (0, 1, normal, normal + 1, normal + 2, normal + 3, normal + 4):
            params = {"rank": rank, "normal_boxes": normal, "damage": damage, "state": state}
            table = {"stabilised": setting}
            short = icepool.Die([0]) if damage > normal + 2 else d4 + rank
            assert chances("short-rest", table, **params) == fractions(rested(normal, damage, state, short, setting))
            long = 3 @ d4 + rank
            assert chances("long-rest", table, **params) == fractions(rested(normal, damage, state, long, setting))


@pytest.mark.rule("TW-37", "TW-42", "TW-A27", "TW-A28")
@pytest.mark.parametrize("source", ["potion", "magic", "medical"])
@pytest.mark.parametrize(("dice", "flat"), [(0, 0), (0, 3), (1, 0), (2, 1), (10, 20)])
def test_healing_agrees_with_icepool(source: str, dice: int, flat: int) -> None:
    for normal, damage, state in ((2, 6, "incapacitated"), (2, 5, "stabilised"), (6, 8, "active"), (3, 2, "active")):
        boxes = dice @ d4 + flat if dice else icepool.Die([flat])
        if source == "medical" and damage > normal + 2:
            boxes = icepool.Die([0])
        params = {
            "source": source,
            "dice": dice,
            "flat": flat,
            "normal_boxes": normal,
            "damage": damage,
            "state": state,
        }
        assert chances("heal", **params) == fractions(rested(normal, damage, state, boxes, "steady"))


@pytest.mark.rule("TW-38", "TW-A30")
@pytest.mark.parametrize(
    "plan", [[], ["short"], ["long"], ["short"] * 5, ["short", "long", "short"], ["long", "short", "short", "long"]]
)
def test_recovery_agrees_with_icepool(plan: list[str]) -> None:
    for normal, rank, damage in ((2, 1, 6), (2, 0, 4), (10, 1, 12), (10, 0, 14), (3, 2, 0)):

        def rest(kind: str, left: int, used: int, normal: int = normal, rank: int = rank) -> Any:
            if left == 0:
                return (left, used)
            if kind == "short" and left > normal + 2:
                return (left, used + 1)
            return ((1 if kind == "short" else 3) @ d4).map(lambda sum_: (max(0, left - rank - sum_), used + 1))

        state: Any = icepool.Die([(damage, 0)])
        for kind in plan:
            state = state.map(lambda left, used, kind=kind: rest(kind, left, used), star=True)
        found = {(left, by_hand.tier_of(normal, left), used): share for (left, used), share in fractions(state).items()}
        assert chances("recovery", rank=rank, normal_boxes=normal, damage=damage, plan=plan) == found


# --- initiative ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A31")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {}),
        ({"agi": 9}, {"agi": 4}),
        ({"agi": 6, "tier": "wounded"}, {"agi": 6, "advantage": 1}),
        ({"agi": 3, "rank": 4, "tags": 1}, {"agi": 8, "disadvantage": 2}),
        ({"agi": 0}, {"agi": 20}),
    ],
)
def test_initiative_agrees_with_icepool(a: dict[str, Any], b: dict[str, Any]) -> None:
    for table in ({}, {"doubles-below-tn": "failure"}, {"disadvantage-crit": "never"}):

        def ready(side: dict[str, Any], table: Table = table) -> Any:
            agi = side.get("agi", 7)
            params = {name: value for name, value in side.items() if name != "agi"} | {"score": agi}
            return check_die(params, table).map(lambda word, _, margin: (word == "critical", margin, agi), star=True)

        lead = icepool.map(lambda us, them: (us > them) - (us < them), ready(a), ready(b), star=False)
        settled = fractions(lead.reroll([0], depth="inf"))  # ties are rolled again without an end
        found = chances("initiative", table, a=a, b=b)
        assert found == {("a" if sign > 0 else "b",): chance for sign, chance in settled.items()}
        assert by_hand.initiative(a, b, table) == found.get(("a",), 0)


@pytest.mark.rule("TW-A31")
def test_initiative_by_score_agrees_with_icepool() -> None:
    lead = fractions((d12 - d12).reroll([0], depth="inf").map(lambda margin: ("a",) if margin > 0 else ("b",)))
    assert chances("initiative", {"initiative": "score"}) == lead


# --- attacks ---------------------------------------------------------------------------------------------------

BLOW_TABLES: list[dict[str, Any]] = [
    {},
    {"attack-defence": "dodge"},
    {"attack-defence": "dodge", "stabilised": "down", "last-box": "standing"},
    {"attack-defence": "dodge", "doubles-below-tn": "success", "last-box": "dead"},
    {"tier-crossing": "stop", "overflow-damage": "dead"},
    {"npc-critical": "drop", "overflow-damage": "dead", "last-box": "standing"},
    {"attack-defence": "dodge", "disadvantage-crit": "triple", "tier-crossing": "stop", "stabilised": "letter"},
]


@pytest.mark.rule("TW-A13", "TW-A20", "TW-A21", "TW-A22", "TW-A25", "TW-A32")
@pytest.mark.parametrize("table", BLOW_TABLES)
@pytest.mark.parametrize("state", ["active", "incapacitated", "stabilised"])
def test_attacks_agree_with_icepool(table: dict[str, Any], state: str) -> None:
    random = Random(5)
    for _ in range(12):
        attack = {
            "score": random.randint(0, 15),
            "difficulty": random.randint(0, 4),
            "tier": random.choice(["normal", "wounded"]),
        }
        normal = random.choice([2, 3, 5])
        weapon, crit_extra = random.randint(0, 5), random.randint(0, 3)
        target = by_hand.Body(normal, random.randint(0, normal + 4), state, random.random() < 0.5)
        agi, rank, tags = random.randint(0, 12), random.randint(0, 3), random.randint(0, 2)
        able = state == "active" or (state == "stabilised" and table.get("stabilised") != "down")
        tier = by_hand.tier_of(normal, target.damage)
        dodge = result_die({"score": agi, "rank": rank, "tags": tags, "tier": tier}, table)
        dodges = able and table.get("attack-defence") == "dodge"

        def struck(word: str, dodges: bool = dodges, dodge: Any = dodge) -> Any:
            if word == "failure":
                return "miss"
            blow = "critical" if word == "critical" else "hit"
            if not dodges:
                return blow
            enough = ("critical",) if word == "critical" else ("critical", "success")
            return dodge.map(lambda answer: "dodged" if answer in enough else blow)

        def marked(
            blow: str, target: by_hand.Body = target, weapon: int = weapon, crit_extra: int = crit_extra
        ) -> tuple[Any, ...]:
            boxes = {"miss": 0, "dodged": 0, "hit": weapon, "critical": weapon + crit_extra}[blow]
            after = by_hand.hurt(target, boxes, table)
            tier = by_hand.tier_of(after.normal_boxes, after.damage)
            return (blow, after.damage - target.damage, after.damage, tier, after.state)

        params = attack | {
            "weapon": weapon,
            "crit_extra": crit_extra,
            "target_normal_boxes": normal,
            "target_damage": target.damage,
            "target_state": state,
            "target_npc": target.npc,
            "target_agi": agi,
            "target_rank": rank,
            "target_tags": tags,
        }
        found = result_die(attack, table).map(struck, star=False).map(marked, star=False)
        assert chances("attack", table, **params) == fractions(found)


# --- turns and duels -------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-31", "TW-32", "TW-34", "TW-35", "TW-A32")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_small_duel_agrees_with_icepool(rounds: int) -> None:
    """Two default fighters turn by turn: a state is (end, damage of a, damage of b)."""
    success = {tier: result_die({"tier": tier}, {}) for tier in ("normal", "wounded", "critical")}

    def strike(end: str, us: int, them: int) -> Any:
        if end:
            return (end, us, them)
        boxes = success[by_hand.tier_of(2, us)].map({"failure": 0, "success": 1, "critical": 2})
        return boxes.map(lambda more: ("boxes" if them + more >= 6 else "", us, min(6, them + more)))

    def turn(end: str, us: int, them: int) -> Any:
        if end:
            return (end, us, them)
        tier = by_hand.tier_of(2, us)
        start: Any = icepool.Die([("", us, them)])
        if tier == "critical":
            start = success[tier].map(lambda word: ("collapse" if word == "failure" else "", us, them))
        return start.map(strike, star=True, repeat=2 if tier == "normal" else 1)

    def round_of(winner: str, end: str, a: int, b: int) -> Any:
        if end:
            return (winner, end, a, b)

        def answered(end: str, a: int, b: int) -> Any:
            if end:
                return ("a" if end == "boxes" else "b", end, a, b)
            return turn("", b, a).map(
                lambda how, us, them: ("" if not how else "b" if how == "boxes" else "a", how, them, us), star=True
            )

        return turn("", a, b).map(answered, star=True)

    state: Any = icepool.Die([("", "", 0, 0)])
    for _ in range(rounds):
        state = state.map(round_of, star=True)
    found = fractions(state.map(lambda winner, end, a, b: (winner or "none", end or "limit"), star=True))
    assert chances("duel", first="a", max_rounds=rounds) == found
    assert by_hand.Fight({}, {}, {}).limited("a", rounds) == found


VALUES: dict[str, list[Any]] = {
    "doubles-below-tn": ["critical", "success", "failure"],
    "disadvantage-crit": ["kept", "triple", "never"],
    "adv-dis": ["cancel", "majority", "stack", "disadvantage-wins"],
    "tier-crossing": ["through", "stop"],
    "healthy-actions": [2, 3, 4],
    "collapse-check": ["disadvantage", "plain"],
    "npc-critical": ["same", "drop"],
    "last-box": ["collapse", "standing", "dead"],
    "overflow-damage": ["lost", "dead"],
    "attack-defence": ["none", "dodge"],
    "tag-bonus": ["rank-once", "rank-each", "own-highest", "own-sum"],
}


def some_table(random: Random) -> dict[str, Any]:
    return {name: random.choice(values) for name, values in VALUES.items() if random.random() < 0.35}


def some_fighter(random: Random, table: dict[str, Any], policies: list[str], potions: int) -> dict[str, Any]:
    normal = random.choice([2, 2, 3])
    npc = random.random() < 0.3
    most = normal + 3 if not (npc and table.get("npc-critical") == "drop") else normal + 2
    own = table.get("tag-bonus", "").startswith("own-")

    def tags() -> Any:
        count = random.randint(0, 2)
        return [random.randint(1, 10) for _ in range(count)] if own else count

    return {
        "attack_score": random.choice([2, 7, 10, 15]),
        "agi": random.choice([3, 7, 10]),
        "str": random.choice([3, 7, 12, 20]),
        "rank": random.randint(0, 4),
        "attack_tags": tags(),
        "agi_tags": tags(),
        "str_tags": tags(),
        "normal_boxes": normal,
        "damage": random.randint(0, most),
        "weapon": random.choice([0, 1, 1, 2, 3, 5]),
        "crit_extra": random.choice([0, 1, 2]),
        "defence": random.choice([0, 0, 2, 6]),
        "potions": random.randint(0, potions),
        "policy": random.choice(policies),
        "npc": npc,
    }


FIXED = ["attack", "drink-wounded", "drink-critical"]


@pytest.mark.rule("TW-31", "TW-32", "TW-33", "TW-34", "TW-35", "TW-A13", "TW-A17", "TW-A20", "TW-A28", "TW-A32")
@pytest.mark.parametrize("seed", range(40))
def test_turns_agree_with_the_slow_solver(seed: int) -> None:
    random = Random(seed)
    table = some_table(random)
    actor, target = (some_fighter(random, table, FIXED, 2) for _ in range(2))
    found: by_hand.Chances = {}
    turns = by_hand.Fight(actor, target, table).turn("a", actor["damage"], actor["potions"], target["damage"])
    for (collapsed, hits, criticals, us, _, them, state), share in turns.items():
        by_hand.add(found, (collapsed, hits, criticals, us, them, state), share)
    assert chances("turn", table, actor=actor, target=target) == found


@pytest.mark.rule("TW-31", "TW-32", "TW-33", "TW-34", "TW-35", "TW-A16", "TW-A18", "TW-A28", "TW-A32")
@pytest.mark.parametrize("seed", range(30))
def test_duels_over_some_rounds_agree_with_the_slow_solver(seed: int) -> None:
    random = Random(1000 + seed)
    table = some_table(random)
    a, b = (some_fighter(random, table, FIXED, 2) for _ in range(2))
    rounds, first = random.randint(1, 3), random.choice("ab")
    found = chances("duel", table, a=a, b=b, first=first, max_rounds=rounds)
    assert found == by_hand.Fight(a, b, table).limited(first, rounds)


@pytest.mark.rule("TW-31", "TW-32", "TW-33", "TW-34", "TW-35", "TW-A16", "TW-A18", "TW-A28", "TW-A32")
@pytest.mark.parametrize("seed", range(30))
def test_duels_to_the_end_agree_with_the_inventory_s_formula(seed: int) -> None:
    random = Random(2000 + seed)
    table = some_table(random)
    a, b = (some_fighter(random, table, FIXED, 2) for _ in range(2))
    first = random.choice("ab")
    assert chances("duel", table, a=a, b=b, first=first) == by_hand.Fight(a, b, table).duel(first)


@pytest.mark.rule("TW-A28", "TW-A32")
@pytest.mark.parametrize("seed", range(30))
def test_best_play_agrees_with_the_saddle_point_of_the_slow_solver(seed: int) -> None:
    random = Random(3000 + seed)
    table = some_table(random)
    a = some_fighter(random, table, ["best"], 2)
    b = some_fighter(random, table, ["best", "best", "attack", "drink-wounded"], 2)
    first = random.choice("ab")
    assert chances("duel", table, a=a, b=b, first=first) == by_hand.Fight(a, b, table).duel(first)


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize("policy", ["attack", "drink-wounded", "drink-critical", "best"])
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_reference_duel_agrees_under_every_policy(policy: str, first: str) -> None:
    a, b = {"damage": 2, "potions": 2, "weapon": 2, "policy": policy}, {"weapon": 2, "policy": "best", "potions": 1}
    assert chances("duel", a=a, b=b, first=first) == by_hand.Fight(a, b, {}).duel(first)

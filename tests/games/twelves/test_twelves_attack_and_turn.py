"""One attack and one turn (Extension): TW-32 to TW-34, TW-A17, A20 to A23, A28, A32."""

from fractions import Fraction
from typing import Any

import pytest
from twelves_table import chance, chances, outcome, refuses

DODGE = {"attack-defence": "dodge"}
MISS, HIT, CRITICAL = (2, 3), (9, 8), (7, 7)


def attacked(result: str, dealt: int, damage: int, tier: str, state: str = "active") -> dict[str, Any]:
    return {"result": result, "dealt": dealt, "target_damage": damage, "target_tier": tier, "target_state": state}


# --- attack ----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize(
    ("faces", "params", "found"),
    [
        (MISS, {}, attacked("miss", 0, 0, "normal")),
        (HIT, {}, attacked("hit", 1, 1, "normal")),
        (CRITICAL, {}, attacked("critical", 2, 2, "normal")),
        ((2, 2), {}, attacked("critical", 2, 2, "normal")),
        (HIT, {"weapon": 3}, attacked("hit", 3, 3, "wounded")),
        (CRITICAL, {"weapon": 3, "crit_extra": 2}, attacked("critical", 5, 5, "critical")),
        (CRITICAL, {"weapon": 3, "crit_extra": 0}, attacked("critical", 3, 3, "wounded")),
        (HIT, {"weapon": 0}, attacked("hit", 0, 0, "normal")),
        (CRITICAL, {"weapon": 0}, attacked("critical", 1, 1, "normal")),
        (HIT, {"weapon": 20}, attacked("hit", 6, 6, "critical", "incapacitated")),
        (HIT, {"target_damage": 5}, attacked("hit", 1, 6, "critical", "incapacitated")),
        (HIT, {"target_damage": 5, "target_normal_boxes": 3}, attacked("hit", 1, 6, "critical")),
        (
            HIT,
            {"target_damage": 6, "target_state": "incapacitated"},
            attacked("hit", 0, 6, "critical", "incapacitated"),
        ),
        (HIT, {"difficulty": 5}, attacked("miss", 0, 0, "normal")),
        (HIT, {"difficulty": 4}, attacked("hit", 1, 1, "normal")),
        ((12, 1, 12), {"tier": "wounded"}, attacked("hit", 1, 1, "normal")),
        ((4, 8, 4), {"advantage": 1}, attacked("miss", 0, 0, "normal")),
        ((4, 6), {"rank": 3, "tags": 1}, attacked("hit", 1, 1, "normal")),
    ],
)
def test_an_attack_is_a_check_that_checks_boxes_of_the_target(
    faces: tuple[int, ...], params: dict[str, Any], found: dict[str, Any]
) -> None:
    assert outcome("attack", *faces, **params) == found


@pytest.mark.rule("TW-A32")
def test_a_default_attack_misses_with_5_of_12_and_is_a_critical_with_1_of_12() -> None:
    # the check of a score of 7: 60 of 144 rolls fail, 12 are doubles
    assert chance("attack", {"result": "miss"}) == Fraction(60, 144)
    assert chance("attack", {"result": "critical", "dealt": 2}) == Fraction(12, 144)
    assert chance("attack", {"result": "hit", "dealt": 1}) == Fraction(72, 144)


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize(
    ("attack", "dodge", "result"),
    [
        (HIT, (9, 8), "dodged"),
        (HIT, (1, 1), "dodged"),
        (HIT, (5, 7), "hit"),
        (CRITICAL, (9, 8), "critical"),
        (CRITICAL, (5, 5), "dodged"),
        (CRITICAL, (5, 7), "critical"),
        (MISS, (), "miss"),
    ],
)
def test_only_a_critical_dodge_avoids_a_critical(attack: tuple[int, ...], dodge: tuple[int, ...], result: str) -> None:
    found = outcome("attack", *attack, *dodge, options=DODGE)
    assert found["result"] == result
    assert found["dealt"] == found["target_damage"] == {"hit": 1, "critical": 2}.get(result, 0)


@pytest.mark.rule("TW-A32")
def test_a_default_dodge_avoids_43_of_144() -> None:
    # a hit (1/2) is dodged with 7/12, a critical (1/12) with 1/12: 42/144 + 1/144
    assert chance("attack", {"result": "dodged"}, DODGE) == Fraction(43, 144)
    assert chance("attack", {"result": "hit"}, DODGE) == Fraction(1, 2) * Fraction(5, 12)
    assert chance("attack", {"result": "critical"}, DODGE) == Fraction(1, 12) * Fraction(11, 12)


@pytest.mark.rule("TW-A32")
def test_a_dodge_is_made_with_the_target_s_agi_rank_tags_and_tier() -> None:
    def dodged(**target: Any) -> Fraction:
        sure_hit = {"score": 20, "rank": 0, "crit_extra": 0, "target_normal_boxes": 5}
        return chance("attack", {"result": "dodged"}, DODGE | {"doubles-below-tn": "failure"}, **sure_hit, **target)

    assert dodged(target_agi=3) < dodged() < dodged(target_agi=10)
    assert dodged(target_rank=3, target_tags=1) == dodged(target_agi=10)
    assert dodged(target_rank=10) == dodged()
    assert dodged(target_damage=5) == dodged()
    assert dodged(target_damage=6) == dodged(target_damage=8) < dodged()


@pytest.mark.rule("TW-A5", "TW-A32")
def test_a_target_s_tags_can_have_ranks_of_their_own() -> None:
    options = DODGE | {"tag-bonus": "own-sum"}
    assert outcome("attack", *HIT, 2, 3, options=options, target_tags=[5, 3])["result"] == "dodged"
    assert outcome("attack", *HIT, 2, 3, options=options, target_tags=[5, 2])["result"] == "hit"


@pytest.mark.rule("TW-A23", "TW-A25", "TW-A32")
@pytest.mark.parametrize(
    ("state", "stabilised", "dodges"),
    [
        ("active", "steady", True),
        ("incapacitated", "steady", False),
        ("stabilised", "steady", True),
        ("stabilised", "letter", True),
        ("stabilised", "down", False),
    ],
)
def test_who_cannot_act_cannot_dodge(state: str, stabilised: str, dodges: bool) -> None:
    options = DODGE | {"stabilised": stabilised}
    dodge = (9, 8, 11) if dodges else ()
    found = outcome("attack", *HIT, *dodge, options=options, target_damage=5, target_normal_boxes=4, target_state=state)
    assert found["result"] == ("dodged" if dodges else "hit")


@pytest.mark.rule("TW-A23", "TW-A32")
def test_a_target_in_a_tier_dodges_with_three_dice() -> None:
    assert outcome("attack", *HIT, 9, 8, 1, options=DODGE, target_damage=3)["result"] == "hit"
    assert outcome("attack", *HIT, 9, 8, 5, options=DODGE, target_damage=3)["result"] == "dodged"


@pytest.mark.rule("TW-A32", "TW-A7")
def test_an_attack_without_a_dodge_ignores_the_target_s_agility() -> None:
    assert chances("attack", target_agi=20, target_rank=10, target_tags=6) == chances("attack")


# --- turn ------------------------------------------------------------------------------------------


def turned(
    hits: int = 0,
    criticals: int = 0,
    actor: int = 0,
    target: int = 0,
    state: str = "active",
    collapsed: bool = False,
) -> dict[str, Any]:
    return {
        "collapsed": collapsed,
        "hits": hits,
        "criticals": criticals,
        "actor_damage": actor,
        "target_damage": target,
        "target_state": state,
    }


@pytest.mark.rule("TW-32", "TW-A16", "TW-A32")
@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((*MISS, *MISS), turned()),
        ((*HIT, *MISS), turned(1, 0, target=1)),
        ((*CRITICAL, *HIT), turned(2, 1, target=3)),
        ((*CRITICAL, *CRITICAL), turned(2, 2, target=4)),
    ],
)
def test_a_healthy_fighter_attacks_twice(faces: tuple[int, ...], found: dict[str, Any]) -> None:
    assert outcome("turn", *faces) == found


@pytest.mark.rule("TW-32", "TW-A32")
def test_a_default_turn_checks_two_boxes_with_23_of_72() -> None:
    # two hits (1/4), or one critical and one miss in either order (2 * 1/12 * 5/12)
    two_hits, critical_and_miss = Fraction(1, 4), 2 * Fraction(1, 12) * Fraction(5, 12)
    assert chance("turn", {"target_damage": 2}) == two_hits + critical_and_miss == Fraction(23, 72)
    assert chance("turn", {"hits": 0}) == Fraction(5, 12) ** 2
    assert chance("turn", {"criticals": 2}) == Fraction(1, 144)


@pytest.mark.rule("TW-31", "TW-32")
def test_a_wounded_fighter_attacks_once_and_with_disadvantage() -> None:
    assert outcome("turn", 12, 9, 4, actor={"damage": 3}) == turned(1, 0, actor=3, target=1)
    assert chance("turn", {"hits": 1}, actor={"damage": 3}) == Fraction(3, 8)


@pytest.mark.rule("TW-33", "TW-34", "TW-35")
def test_in_critical_the_strength_check_comes_first() -> None:
    hurt = {"damage": 5}
    assert outcome("turn", 5, 7, 12, actor=hurt) == turned(actor=5, collapsed=True)
    assert outcome("turn", 6, 7, 12, 12, 9, 4, actor=hurt) == turned(1, 0, actor=5, target=1)
    assert chance("turn", {"collapsed": True}, actor=hurt) == Fraction(5, 8)
    assert chance("turn", {"hits": 1}, actor=hurt) == Fraction(3, 8) ** 2


@pytest.mark.rule("TW-34", "TW-A18")
def test_the_strength_check_of_a_turn_uses_str_its_tags_and_the_table_s_choice() -> None:
    strong = {"damage": 5, "str": 10, "attack_score": 0, "agi": 0}
    assert chance("turn", {"collapsed": False}, actor=strong) == Fraction(7, 12)
    tagged = {"damage": 5, "rank": 3, "str_tags": 1}
    assert chance("turn", {"collapsed": False}, actor=tagged) == Fraction(7, 12)
    assert chance("turn", {"collapsed": False}, {"collapse-check": "plain"}, actor={"damage": 5}) == Fraction(7, 12)


@pytest.mark.rule("TW-A21", "TW-A32")
def test_a_turn_is_over_once_the_target_is_felled() -> None:
    assert outcome("turn", *HIT, actor={"weapon": 6}) == turned(1, target=6, state="incapacitated")
    assert outcome("turn", *HIT, options={"last-box": "dead"}, actor={"weapon": 6}) == turned(1, target=6, state="dead")
    standing = {"last-box": "standing"}
    assert outcome("turn", *HIT, *HIT, options=standing, actor={"weapon": 6}) == turned(2, target=6)
    overflow = standing | {"overflow-damage": "dead"}
    assert outcome("turn", *HIT, *HIT, options=overflow, actor={"weapon": 6}) == turned(2, target=6, state="dead")


@pytest.mark.rule("TW-A20")
def test_an_npc_in_critical_is_felled_where_npcs_drop() -> None:
    drop = {"npc-critical": "drop"}
    npc = {"npc": True}
    found = outcome("turn", *HIT, options=drop, actor={"weapon": 5}, target=npc)
    assert found == turned(1, target=5, state="incapacitated")
    assert outcome("turn", *HIT, *MISS, options=drop, actor={"weapon": 5}) == turned(1, target=5)


@pytest.mark.rule("TW-A13")
def test_two_attacks_are_two_instances_of_damage() -> None:
    stop = {"tier-crossing": "stop"}
    assert outcome("turn", *HIT, *HIT, options=stop, actor={"weapon": 9}) == turned(2, target=4)
    assert outcome("turn", *HIT, *HIT, options=stop, actor={"weapon": 1}) == turned(2, target=2)


@pytest.mark.rule("TW-A32")
def test_an_attack_in_a_turn_meets_the_target_s_defence_and_dodge() -> None:
    assert outcome("turn", *HIT, *HIT, target={"defence": 5}) == turned()
    assert outcome("turn", *HIT, *HIT, target={"defence": 4})["hits"] == 2
    assert outcome("turn", *HIT, 9, 8, *CRITICAL, 9, 8, options=DODGE) == turned(1, 1, target=2)
    agile = {"agi": 0, "rank": 10, "agi_tags": 1, "attack_tags": 1, "str_tags": 1}
    assert outcome("turn", *HIT, 4, 6, *MISS, options=DODGE, target=agile) == turned()
    # the second dodge is made in the tier that the first hit led to
    assert outcome("turn", *HIT, 1, 2, *HIT, 12, 12, 1, options=DODGE, actor={"weapon": 3}) == turned(1, target=3)


@pytest.mark.rule("TW-14", "TW-A5")
def test_attack_tags_add_rank_to_each_attack() -> None:
    assert outcome("turn", 4, 6, 4, 6, actor={"rank": 3, "attack_tags": 2})["hits"] == 2
    assert outcome("turn", 4, 6, 4, 6, actor={"rank": 3, "agi_tags": 2, "str_tags": 1})["hits"] == 0
    own = {"tag-bonus": "own-highest"}
    assert outcome("turn", 4, 6, 4, 5, options=own, actor={"attack_tags": [3, 1]})["hits"] == 1


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize(
    ("policy", "damage", "drinks"),
    [
        ("attack", 3, False),
        ("attack", 5, False),
        ("drink-wounded", 2, False),
        ("drink-wounded", 3, True),
        ("drink-wounded", 5, True),
        ("drink-critical", 4, False),
        ("drink-critical", 5, True),
    ],
)
def test_a_policy_says_when_to_drink(policy: str, damage: int, drinks: bool) -> None:
    actor = {"policy": policy, "damage": damage, "potions": 1}
    strength = (6, 7, 12) if damage == 5 else ()
    if drinks:
        assert outcome("turn", *strength, 2, actor=actor) == turned(actor=damage - 2)
    else:
        attacks = (*MISS, *MISS) if damage == 2 else (2, 3, 12)
        assert outcome("turn", *strength, *attacks, actor=actor) == turned(actor=damage)


@pytest.mark.rule("TW-A28")
def test_without_a_potion_a_fighter_attacks() -> None:
    actor = {"policy": "drink-wounded", "damage": 3, "potions": 0}
    assert outcome("turn", 12, 9, 4, actor=actor) == turned(1, actor=3, target=1)


@pytest.mark.rule("TW-A17")
def test_healing_during_a_turn_adds_no_action() -> None:
    actor = {"policy": "drink-wounded", "damage": 3, "potions": 3}
    assert outcome("turn", 4, options={"healthy-actions": 4}, actor=actor) == turned(actor=0)


@pytest.mark.rule("TW-A32")
def test_the_target_s_policy_and_potions_play_no_part_in_a_turn() -> None:
    target = {"damage": 3}
    assert chances("turn", target=target | {"policy": "best", "potions": 5}) == chances("turn", target=target)


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize("side", ["actor", "target"])
@pytest.mark.parametrize(
    ("fighter", "options"),
    [
        ({"damage": 6}, {}),
        ({"damage": 7}, {"last-box": "standing"}),
        ({"damage": 6}, {"last-box": "dead"}),
        ({"damage": 9, "normal_boxes": 5}, {}),
        ({"damage": 5, "npc": True}, {"npc-critical": "drop"}),
        ({"damage": 6, "npc": True}, {"npc-critical": "drop", "last-box": "standing"}),
    ],
)
def test_a_fighter_already_felled_is_refused(side: str, fighter: dict[str, Any], options: dict[str, Any]) -> None:
    with refuses(f"bad parameter: {side}.damage"):
        chances("turn", options, **{side: fighter})


@pytest.mark.rule("TW-A20", "TW-A21", "TW-A32")
@pytest.mark.parametrize(
    ("fighter", "options"),
    [
        ({"damage": 5}, {}),
        ({"damage": 6}, {"last-box": "standing"}),
        ({"damage": 4, "npc": True}, {"npc-critical": "drop"}),
        ({"damage": 5, "npc": True}, {}),
        ({"damage": 5}, {"npc-critical": "drop"}),
    ],
)
def test_a_fighter_who_still_stands_is_accepted(fighter: dict[str, Any], options: dict[str, Any]) -> None:
    assert sum(chances("turn", options, actor=fighter, target=fighter).values()) == 1


@pytest.mark.rule("TW-A32")
def test_best_play_is_not_for_a_single_turn() -> None:
    with refuses("bad parameter: actor.policy"):
        chances("turn", actor={"policy": "best"})

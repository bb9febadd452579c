"""Duels (Extension): turn after turn, policies, best play, and the inventory's reference figures."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from twelves_by_hand import Fight
from twelves_table import chance, chances, outcome, refuses

from rulewright.games.twelves.duel import Duellist, one_on_one
from rulewright.games.twelves.fight import FIGHT
from rulewright.games.twelves.fight_state import Fight as Position
from rulewright.games.twelves.fight_state import Fighters
from rulewright.games.twelves.options import Options
from rulewright.readings import odds, solve
from rulewright.rules import Dice, repeat

MISS, HIT, CRITICAL = (2, 3), (9, 8), (7, 7)
WON = {"winner": "a", "by": "boxes"}


def percent(share: Fraction, digits: int = 2) -> float:
    return round(float(share) * 100, digits)


# --- how a duel goes ---------------------------------------------------------------------------------


@pytest.mark.rule("TW-A32")
def test_the_first_action_that_fells_the_target_ends_the_duel() -> None:
    assert outcome("duel", *HIT, first="a", a={"weapon": 6}) == WON
    assert outcome("duel", *MISS, *HIT, first="b", b={"weapon": 6}) == {"winner": "b", "by": "boxes"}


@pytest.mark.rule("TW-32", "TW-34", "TW-35", "TW-A32")
def test_turns_alternate_and_a_failed_strength_check_ends_the_duel() -> None:
    # a hits for two and one, b misses once (Wounded: one attack with three dice), a checks two more boxes;
    # b begins the next turn in Critical and fails the Strength check
    rounds = (*CRITICAL, *HIT, 2, 3, 12, *CRITICAL, *MISS, 2, 3, 12)
    assert outcome("duel", *rounds, first="a") == {"winner": "a", "by": "collapse"}


@pytest.mark.rule("TW-A31")
def test_initiative_settles_who_begins() -> None:
    assert outcome("duel", 2, 3, 9, 8, *HIT, b={"weapon": 6}) == {"winner": "b", "by": "boxes"}
    assert outcome("duel", 9, 8, 2, 3, *HIT, a={"weapon": 6}) == WON
    # tied: rolled again
    assert outcome("duel", 9, 8, 8, 9, 9, 8, 2, 3, *HIT, a={"weapon": 6}) == WON
    assert outcome("duel", *HIT, options={"initiative": "score"}, a={"weapon": 6, "agi": 8}) == WON


@pytest.mark.rule("TW-A31")
def test_tier_and_agi_tags_bear_on_a_duel_s_initiative() -> None:
    first = {"weapon": 6, "rank": 4, "agi_tags": 1}
    assert outcome("duel", 4, 5, 2, 4, *HIT, b=first) == {"winner": "b", "by": "boxes"}
    assert outcome("duel", 4, 5, 5, 7, *HIT, a=first) == WON
    wounded = {"damage": 3, "weapon": 6}
    assert outcome("duel", 12, 2, 3, 4, 5, *HIT, a=wounded, b={"weapon": 6}) == {"winner": "b", "by": "boxes"}


@pytest.mark.rule("TW-A32")
def test_a_duel_with_weapons_of_six_is_won_by_the_first_with_144_of_169() -> None:
    # a turn changes nothing with q = (5/12)^2 and else wins; the first wins with (1 - q) / (1 - q^2) = 1 / (1 + q)
    deadly = {"weapon": 6}
    assert chances("duel", first="a", a=deadly, b=deadly) == {
        ("a", "boxes"): Fraction(144, 169),
        ("b", "boxes"): Fraction(25, 169),
    }


@pytest.mark.rule("TW-A32")
def test_the_same_duel_over_one_round_stays_open_with_625_of_20736() -> None:
    # both turns miss twice: (5/12)^4
    deadly = {"weapon": 6}
    found = chances("duel", first="a", a=deadly, b=deadly, max_rounds=1)
    assert found["none", "limit"] == Fraction(5, 12) ** 4 == Fraction(625, 20736)
    assert found["a", "boxes"] == 1 - Fraction(25, 144)


@pytest.mark.rule("TW-A32")
def test_a_round_is_one_turn_of_each_side() -> None:
    limit = {"winner": "none", "by": "limit"}
    assert outcome("duel", *MISS * 4, first="a", max_rounds=1) == limit
    assert outcome("duel", *MISS * 4, first="b", max_rounds=1) == limit
    assert outcome("duel", *MISS * 12, first="b", max_rounds=3) == limit
    assert outcome("duel", *MISS * 2, *HIT, first="a", max_rounds=1, b={"weapon": 6}) == {"winner": "b", "by": "boxes"}


@pytest.mark.rule("TW-A32")
def test_more_rounds_leave_less_open_and_lead_to_the_duel_without_a_limit() -> None:
    open_after = [chance("duel", {"by": "limit"}, first="a", max_rounds=rounds) for rounds in range(1, 21)]
    assert open_after == sorted(open_after, reverse=True)
    assert open_after[0] == 1 - chance("duel", {"winner": "a"}, first="a", max_rounds=1)  # no one falls in one turn
    unlimited = chance("duel", {"winner": "a"}, first="a")
    assert 0 < unlimited - chance("duel", {"winner": "a"}, first="a", max_rounds=20) <= open_after[-1]


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize(
    ("fighter", "options"),
    [
        ({"weapon": 0, "crit_extra": 0}, {}),
        ({"attack_score": 0, "defence": 20, "damage": 3}, {"disadvantage-crit": "never"}),
        ({"attack_score": 0, "defence": 20}, {"doubles-below-tn": "failure"}),
        ({"str": 20, "weapon": 1}, {"last-box": "standing"}),
    ],
)
def test_a_duel_that_nobody_can_win_ends_at_once(fighter: dict[str, Any], options: dict[str, Any]) -> None:
    limit = {"winner": "none", "by": "limit"}
    assert chances("duel", options, first="a", a=fighter, b=fighter) == {("none", "limit"): 1}
    assert outcome("duel", options=options, first="a", a=fighter, b=fighter) == limit
    initiative = (9, 8, 9, 2, 3, 4) if "damage" in fighter else (9, 8, 2, 3)
    assert outcome("duel", *initiative, options=options, a=fighter, b=fighter) == limit


@pytest.mark.rule("TW-34", "TW-A32")
def test_in_critical_even_a_harmless_duel_ends() -> None:
    # neither can strike; a fails one of the Strength checks sooner or later
    harmless = {"weapon": 0, "crit_extra": 0}
    assert chances("duel", first="b", a=harmless | {"damage": 5}, b=harmless) == {("b", "collapse"): 1}
    # both in Critical: the first falls with 5/8, else the second with 5/8, and so on
    both = harmless | {"damage": 5}
    assert chance("duel", {"winner": "b"}, first="a", a=both, b=both) == Fraction(5, 8) / (1 - Fraction(9, 64))


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize(
    ("policy", "damage", "faces"),
    [
        ("drink-wounded", 3, (4,)),
        ("drink-critical", 5, (6, 7, 12, 4)),
    ],
)
def test_a_fighter_drinks_by_policy(policy: str, damage: int, faces: tuple[int, ...]) -> None:
    drinker = {"policy": policy, "damage": damage, "potions": 1, "weapon": 6}
    # after the drink (a 4) the next turn has two attacks with two dice
    assert outcome("duel", *faces, *MISS * 2, *MISS, *HIT, first="a", a=drinker) == WON


@pytest.mark.rule("TW-A28", "TW-A17")
def test_potions_run_out() -> None:
    drinker = {"policy": "drink-wounded", "damage": 4, "potions": 1, "weapon": 6}
    assert outcome("duel", 1, *MISS * 2, 12, 9, 8, first="a", a=drinker) == WON


@pytest.mark.rule("TW-A28")
def test_policies_without_potions_are_all_the_same() -> None:
    for policy in ("drink-wounded", "drink-critical", "best"):
        hurt = {"damage": 3, "policy": policy}
        assert chances("duel", first="a", a=hurt) == chances("duel", first="a", a={"damage": 3})


@pytest.mark.rule("TW-A31")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {}),
        ({"agi": 9}, {"agi": 4, "damage": 3}),
        ({"rank": 3, "agi_tags": 2}, {"policy": "best", "potions": 1, "damage": 2}),
    ],
)
def test_with_initiative_rolled_a_duel_is_the_mix_of_both_beginnings(a: dict[str, Any], b: dict[str, Any]) -> None:
    def side(one: dict[str, Any]) -> dict[str, Any]:
        tags = {"tags": one["agi_tags"]} if "agi_tags" in one else {}
        tier = {"tier": "wounded"} if one.get("damage", 0) > 2 else {}
        return {name: one[name] for name in ("agi", "rank") if name in one} | tags | tier

    first = chance("initiative", {"first": "a"}, a=side(a), b=side(b))
    begun_a, begun_b = chances("duel", first="a", a=a, b=b), chances("duel", first="b", a=a, b=b)
    mixed = {end: first * begun_a[end] + (1 - first) * begun_b[end] for end in begun_a}
    assert chances("duel", a=a, b=b) == mixed


# --- best play --------------------------------------------------------------------------------------


HURT = {"damage": 2, "potions": 2, "weapon": 2}


@pytest.mark.rule("TW-A28")
def test_the_best_player_drinks_before_being_wounded() -> None:
    foe = {"weapon": 2}
    best = chance("duel", {"winner": "a"}, first="a", a=HURT | {"policy": "best"}, b=foe)
    drinker = chance("duel", {"winner": "a"}, first="a", a=HURT | {"policy": "drink-wounded"}, b=foe)
    assert (percent(best, 1), percent(drinker, 1)) == (53.4, 50.6)
    assert best == sum(
        share for (winner, _), share in Fight(HURT | {"policy": "best"}, foe, {}).duel("a").items() if winner == "a"
    )


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize("first", ["a", "b", "roll"])
@pytest.mark.parametrize(
    "fighter",
    [
        {"damage": 2, "potions": 2, "weapon": 2},
        {"damage": 4, "potions": 1},
        {"damage": 1, "potions": 1, "normal_boxes": 4},
        {"damage": 5, "potions": 2, "str": 12},
    ],
)
def test_best_play_is_at_least_as_good_as_any_policy(first: str, fighter: dict[str, Any]) -> None:
    foe = {"weapon": 2}
    values = [
        chance("duel", {"winner": "a"}, first=first, a=fighter | {"policy": policy}, b=foe)
        for policy in ("best", "attack", "drink-wounded", "drink-critical")
    ]
    assert values[0] == max(values)


@pytest.mark.rule("TW-A28")
def test_two_best_players_meet_at_a_saddle_point() -> None:
    best = HURT | {"policy": "best"}
    value = chance("duel", {"winner": "a"}, first="a", a=best, b=best)
    for policy in ("attack", "drink-wounded", "drink-critical"):
        assert chance("duel", {"winner": "a"}, first="a", a=HURT | {"policy": policy}, b=best) <= value
        assert chance("duel", {"winner": "a"}, first="a", a=best, b=HURT | {"policy": policy}) >= value


@pytest.mark.rule("TW-A28")
def test_the_best_player_never_drinks_with_no_box_checked() -> None:
    drinker = Duellist(potions=2, policy="best")
    start, fighters = one_on_one(a=drinker, b=drinker)
    decisions = solve(FIGHT.bout(start, fighters).fight, start, fighters, options=Options()).decisions
    assert {made.who for made in decisions} == {"a", "b"}
    assert min(made.state.mine.damage for made in decisions) == 1


@pytest.mark.rule("TW-A28")
def test_between_choices_of_equal_worth_the_best_player_attacks() -> None:
    # b can do nothing, so a wins whatever a does: every action is an attack
    harmless = {"weapon": 0, "crit_extra": 0}
    best = {"damage": 4, "potions": 2, "policy": "best", "weapon": 6}
    assert outcome("duel", 2, 3, 12, *MISS, *MISS, 12, 9, 8, first="a", a=best, b=harmless) == WON
    attacking = chances("duel", first="a", a=best | {"policy": "attack"}, b=harmless)
    assert chances("duel", first="a", a=best, b=harmless) == attacking


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize("side", ["a", "b"])
def test_best_play_needs_a_duel_without_a_limit_of_rounds(side: str) -> None:
    with refuses(f"bad parameter: {side}.policy"):
        chances("duel", max_rounds=3, **{side: {"policy": "best"}})


@pytest.mark.rule("TW-A32")
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_duel_refuses_a_fighter_already_felled(side: str) -> None:
    with refuses(f"bad parameter: {side}.damage"):
        chances("duel", **{side: {"damage": 6}})
    with refuses(f"bad parameter: {side}.damage"):
        chances("duel", {"npc-critical": "drop"}, **{side: {"damage": 5, "npc": True}})
    assert sum(chances("duel", {"last-box": "standing"}, **{side: {"damage": 6}}).values()) == 1


# --- the inventory's figures -------------------------------------------------------------------------


@pytest.mark.rule("TW-32", "TW-34", "TW-A32")
def test_of_two_default_fighters_the_first_wins_63_89_percent() -> None:
    found = chances("duel", first="a")
    assert percent(found["a", "boxes"] + found["a", "collapse"]) == 63.89
    assert percent(found["a", "collapse"]) == 31.28
    assert sum(found.values()) == 1


@pytest.mark.rule("TW-A31")
def test_with_initiative_rolled_two_default_fighters_win_half_each() -> None:
    assert chance("duel", {"winner": "a"}) == chance("duel", {"winner": "b"}) == Fraction(1, 2)


Counted = tuple[Position, int]


def counting(cap: int) -> Callable[..., Counted]:
    """A duel that counts the rounds begun, and is given up after `cap` of them."""

    def count(dice: Dice[Options], state: Counted, fighters: Fighters) -> Counted:
        duel, rounds = state
        return dice.call(FIGHT.step, duel, fighters), rounds + (duel.at == 0 and duel.left == 0)

    return repeat(count, until=lambda state: state[0].end != "" or state[1] > cap)


@pytest.mark.rule("TW-A32")
def test_a_default_duel_begins_4_36_rounds_on_average() -> None:
    start, fighters = one_on_one(a=Duellist(), b=Duellist())
    ends = odds(counting(40), (start, 0), fighters, options=Options())
    assert float(ends.where(lambda end: end[1] > 40)) < 1e-10
    mean = ends.mean(lambda end: end[1])
    assert round(float(mean), 2) == 4.36
    assert abs(float(mean - Fight({}, {}, {}).mean_rounds("a"))) < 1e-8


@pytest.mark.rule("TW-29", "TW-A32")
def test_a_default_duel_lasts_five_rounds_on_average_from_four_normal_boxes_on() -> None:
    means = {}
    for normal in (2, 3, 4):
        start, fighters = one_on_one(a=Duellist(normal_boxes=normal), b=Duellist(normal_boxes=normal))
        means[normal] = odds(counting(30), (start, 0), fighters, options=Options()).mean(lambda end: end[1])
        by_hand = Fight({"normal_boxes": normal}, {"normal_boxes": normal}, {}).mean_rounds("a")
        assert abs(float(means[normal] - by_hand)) < 1e-5
    assert means[2] < means[3] < 5 <= means[4]


@pytest.mark.rule("TW-31", "TW-32", "TW-A16", "TW-A18")
def test_a_single_wounded_box_nearly_loses_a_duel() -> None:
    def fresh(first: str, options: dict[str, Any] | None = None) -> float:
        return percent(chance("duel", {"winner": "a"}, options, first=first, b={"damage": 3}), 1)

    assert (fresh("a"), fresh("b")) == (99.3, 97.5)
    assert fresh("a", {"healthy-actions": 3}) > fresh("a") > fresh("a", {"collapse-check": "plain"})
    assert fresh("b", {"healthy-actions": 3}) > fresh("b") > fresh("b", {"collapse-check": "plain"})


@pytest.mark.rule("TW-29", "TW-A32")
def test_more_normal_boxes_make_the_first_move_worth_less() -> None:
    first = [
        chance("duel", {"winner": "a"}, first="a", a={"normal_boxes": n}, b={"normal_boxes": n}) for n in range(2, 9)
    ]
    assert first == sorted(first, reverse=True)
    assert first[-1] > Fraction(1, 2)

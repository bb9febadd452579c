"""The designer's open questions: every answer is worked out, and some of its figures by hand."""

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
import untold_aeons_by_hand as by_hand
from untold_aeons_table import chance, success

from rulewright.games.untold_aeons import GAME
from rulewright.lab.answers import Answer
from rulewright.reports.untold_aeons import QUESTIONS
from rulewright.reports.untold_aeons.reactions import reactions


@cache
def answer(number: int) -> Answer:
    (question,) = [one for one in QUESTIONS if one.number == number]
    return question.answer()


def cell(number: int, table: int, row: int, column: int) -> object:
    return answer(number).tables[table].rows[row][column]


@pytest.mark.rule("UA-26", "UA-49", "UA-50", "UA-87", "UA-94", "UA-128", "UA-143", "UA-147", "UA-156", "UA-157")
@pytest.mark.parametrize("number", [*range(1, 8), *range(9, 16), pytest.param(8, marks=pytest.mark.soak)])
def test_every_open_question_has_tables_a_chart_and_a_conclusion(number: int) -> None:
    found = answer(number)
    assert found.method
    assert found.conclusion.endswith(".")
    assert len(found.conclusion) > 300
    assert found.tables
    assert found.charts
    for table in found.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}
    for chart in found.charts:
        assert chart.x_title
        assert chart.y_title
        assert {len(series.values) for series in chart.series} == {len(chart.x)}


@pytest.mark.rule("UA-151", "UA-152", "UA-A47")
def test_the_break_even_base_is_the_mean_of_successes_on_a_critical() -> None:
    # two dice against none: a 1 beside a 5 (one success) or a 6 (two), so 3/2
    assert cell(1, 0, 1, 1) == "3/2 = 1.50"
    assert cell(1, 0, 0, 1) == "never crits", "one die has no room for both"
    critical = [(margin, way) for (_, margin, net), way in by_hand.check(3, 0).items() if margin > 0 and net > 0]
    mean = sum((margin * way for margin, way in critical), Fraction(0)) / sum(way for _, way in critical)
    assert cell(1, 0, 2, 1) == f"{mean} = {float(mean):.2f}"


@pytest.mark.rule("UA-51", "UA-52")
def test_100_xp_buy_one_skill_at_5_or_ten_at_2() -> None:
    rows = {row[0]: row for row in answer(2).tables[1].rows}
    assert rows[100][1] == 5
    assert rows[100][6] == "10 at 2, 7 at 1"


@pytest.mark.rule("UA-49", "UA-51")
@pytest.mark.parametrize("budget", [50, 175, 200, 300])
def test_the_best_spread_is_what_buying_the_best_step_each_time_gives(budget: int) -> None:
    """Each step of a skill gains less for more XP, so the greedy buyer cannot be beaten."""
    levels, left = [1] * 17, budget
    while min(levels) * 10 <= left:
        lowest = min(levels)
        levels[levels.index(lowest)] += 1
        left -= 10 * lowest
    spread_of_levels = ", ".join(f"{levels.count(level)} at {level}" for level in sorted(set(levels), reverse=True))
    assert {row[0]: row for row in answer(2).tables[1].rows}[budget][6] == spread_of_levels


@pytest.mark.rule("UA-94", "UA-95")
def test_bleeding_from_the_limit_cannot_kill_before_twice_the_limit() -> None:
    # Toughness 3 at 13 wounds: tick 14 is the first above 26
    assert "for 13 ticks" in answer(5).conclusion
    assert chance("bleed-out", {"result": "dead"}, toughness=3, wounds=13, ticks=13) == 0
    assert chance("bleed-out", {"result": "dead"}, toughness=3, wounds=13, ticks=14) == 1 - by_hand.holds(3, 1)


@pytest.mark.rule("UA-87", "UA-109", "UA-120")
def test_fighting_back_leaves_fewer_exchanges_without_any_change() -> None:
    for own in (1, 2, 3):
        idle = {
            defence: sum(
                way
                for (_, damage, net), way in by_hand.melee(own, defence, own, 4, 4).items()
                if damage == 0 and net == 0
            )
            for defence in ("defend", "fight-back")
        }
        assert idle["fight-back"] < idle["defend"]
        assert cell(7, 0, own - 1, own) == idle["defend"]
        assert cell(7, 1, own - 1, own) == idle["fight-back"]


# --- dice in hand: each die shows a face, 5 is a success and 6 are two


def thrown(random: Random, dice: int) -> tuple[int, int]:
    """Successes and 1s."""
    faces = [random.randint(1, 6) for _ in range(dice)]
    return faces.count(5) + 2 * faces.count(6), faces.count(1)


def holds(random: Random, dice: int, over: int) -> bool:
    return over <= 0 or thrown(random, dice)[0] > thrown(random, over)[0]


def turns(random: Random, brawl: int, fights_back: bool) -> int:
    """The turns of a mirror duel: Toughness 3, a knife's damage, so base 4 less 3."""
    wounds, side, count = [0, 0], 0, 0
    while True:
        count += 1
        (own, ones), (theirs, others) = thrown(random, brawl), thrown(random, brawl)
        struck, successes, critical = None, own, ones > others
        if own > theirs or (fights_back and own == theirs > 0):
            struck = 1 - side
        elif fights_back and theirs > own:
            struck, successes, critical = side, theirs, others > ones
        if struck is not None:
            wounds[struck] += (8 if critical else 4) + successes - 3
            if not (holds(random, 3, wounds[struck] - 13) and holds(random, 3, wounds[struck] - 26)):
                return count
        side = 1 - side


@pytest.mark.rule("UA-87", "UA-89", "UA-117")
@pytest.mark.parametrize(("column", "fights_back"), [(1, False), (2, True)])
def test_duels_last_as_long_as_duels_played_by_hand(column: int, fights_back: bool) -> None:
    random, runs = Random(7), 10_000
    lengths = [turns(random, 3, fights_back) for _ in range(runs)]
    mean = sum(lengths) / runs
    spread = (sum((one - mean) ** 2 for one in lengths) / runs) ** 0.5
    assert cell(7, 3, 2, column) == pytest.approx(mean, abs=6 * spread / runs**0.5)
    assert "at Brawl 3 lasts 16.3 turns" in answer(7).conclusion


@pytest.mark.rule("UA-60", "UA-61", "UA-65")
def test_checks_until_shaken_are_what_checks_made_by_hand_show() -> None:
    random, runs = Random(13), 10_000
    counts = []
    for _ in range(runs):
        stress = count = 0
        while True:
            count += 1
            successes, failures = thrown(random, 3)[0], thrown(random, 2)[0]
            stress += 2 if successes > failures else 2 + failures
            if not holds(random, 3, stress - 13):
                break
        counts.append(count)
    row = next(row for row in answer(13).tables[0].rows if row[:2] == (3, 3))
    assert row[2] == pytest.approx(sum(counts) / runs, abs=0.1)
    assert all(0 <= float(row[at]) <= 1 for row in answer(13).tables[1].rows for at in (4, 6))  # type: ignore[arg-type]


@pytest.mark.rule("UA-65", "UA-86", "UA-A21")
def test_the_threshold_matters_only_for_hits_that_land_on_the_limit() -> None:
    missed = 1 - by_hand.holds(2, 0)
    shifts: dict[Any, Any] = {row[0]: row[1] for row in answer(6).tables[2].rows}
    assert [damage for damage, shift in shifts.items() if shift] == [1, 2, 3, 4, 6]  # 5 does not divide 12
    assert shifts[3] == pytest.approx(float(missed))


@pytest.mark.rule("UA-53", "UA-A17")
def test_the_fair_price_of_toughness_lies_between_two_steps_of_brawl() -> None:
    by_brawl, by_tough = ({row[0]: row[1:] for row in table.rows} for table in answer(4).tables[1:])
    assert by_brawl[3][1] < by_tough[4][1] < by_brawl[4][1]  # type: ignore[operator]
    assert by_brawl[3][0] < 36 < by_brawl[4][0]  # type: ignore[operator]
    assert "costs about 36 XP, so for a duel the fair price is 12 x level and 50 is too dear" in answer(4).conclusion


@pytest.mark.rule("UA-130", "UA-132")
def test_one_dive_helps_and_rising_again_loses_the_duel() -> None:
    for _, stay, rise in answer(11).tables[2].rows:
        assert float(rise) < 0.2 < 0.5 < float(stay)  # type: ignore[arg-type]


@pytest.mark.rule("UA-133", "UA-135")
def test_a_burst_of_four_overtakes_a_single_shot_at_skill_3() -> None:
    assert [cell(10, 0, skill - 1, 1) > cell(10, 0, skill - 1, 4) for skill in (2, 3)] == [True, False]  # type: ignore[operator]


@pytest.mark.rule("UA-19", "UA-21", "UA-A3", "UA-A5")
def test_karma_gains_are_differences_of_chances() -> None:
    row = next(row for row in answer(12).tables[0].rows if row[:2] == (1, 1))
    assert row[2] == success(skill=1, difficulty=1) == Fraction(1, 4)
    assert row[3] == success(skill=3, difficulty=1) - Fraction(1, 4)
    rerolled = sum(way for (result, *_), way in by_hand.check_reroll(1, 1, "skill-pool").items() if result == "success")
    assert row[5] == rerolled - Fraction(1, 4)


@pytest.mark.rule("UA-38", "UA-47", "UA-A13")
def test_knowledge_pays_from_3_and_beats_a_skill_of_1_from_4() -> None:
    assert "from Knowledge 3, and beats the specific skill at 1 from Knowledge 4" in answer(14).conclusion


@pytest.mark.rule("UA-143", "UA-147")
def test_three_1s_on_three_dice_against_none_are_one_in_216() -> None:
    assert cell(15, 0, 2, 1) == Fraction(1, 216)


@pytest.mark.rule("UA-80", "UA-A22")
def test_a_shaken_character_of_willpower_1_never_recovers_above_the_limit() -> None:
    assert "Willpower 1 never recovers" in answer(13).conclusion
    assert chance("recover-stress", {"stress": 12}, willpower=1, stress=12, shaken=True, days=30) == 1


# --- question 8: the best reaction


@pytest.mark.rule("UA-109", "UA-111", "UA-119", "UA-A38")
def test_the_last_blow_of_a_duel_is_met_by_whatever_keeps_one_up_best() -> None:
    # With one turn left only staying up counts, but for who fights back and may fell the foe.
    fresh, frail = {"wounds": 0}, {"wounds": 13}
    found = reactions(frail | {"brawl": 3, "dexterity": 5}, fresh, turns=1)
    for defence, skill in (("defend", 3), ("dodge", 5)):
        assert found.worth[defence] == -felled(defence, skill)
    assert found.best == "dodge"


def felled(defence: str, skill: int) -> Fraction:
    """The chance that one blow of Brawl 3 and damage 1+ fells a target of Toughness 3 with 13 wounds, by hand."""
    blows = GAME.odds("melee-attack", {"brawl": 3, "weapon_damage": "1+", "defence": defence, "defence_skill": skill})
    standing = {"state": "standing"}
    return sum(
        (
            way * (1 - chance("take-damage", standing, toughness=3, wounds=13, damage=blow.damage))
            for blow, way in blows.items()
        ),
        Fraction(0),
    )


@pytest.mark.soak  # the whole map takes half a minute
@pytest.mark.rule("UA-109", "UA-112", "UA-118", "UA-A40")
def test_the_map_of_reactions_has_the_best_one_of_every_pair_and_its_lead() -> None:
    best, lead = answer(8).tables[:2]
    for brawl, dexterity in ((1, 1), (1, 4), (2, 5), (4, 2)):
        found = reactions({"brawl": brawl, "dexterity": dexterity}, {"policy": "defend"})
        assert best.rows[brawl - 1][dexterity] == found.best == max(found.worth, key=found.worth.__getitem__)
        assert lead.rows[brawl - 1][dexterity] == found.lead(found.best) > 0
        assert isinstance(lead.rows[brawl - 1][dexterity], Fraction), "exact"


@pytest.mark.rule("UA-109")
def test_best_play_after_the_first_blow_is_worth_what_the_duel_says() -> None:
    own, foe = {"brawl": 2, "dexterity": 4}, {"policy": "defend"}
    sides = ({"brawl": 3, "weapon_damage": "1+", "wounds": 9} | foe, own | {"weapon_damage": "1+", "wounds": 9})
    end = {"a": sides[0], "b": sides[1] | {"policy": "best"}, "max_turns": 4}
    worth = chance("melee-duel", {"winner": "b"}, **end) - chance("melee-duel", {"winner": "a"}, **end)
    assert max(reactions(own, foe).worth.values()) == worth


@pytest.mark.soak
@pytest.mark.rule("UA-109")
def test_no_habit_beats_the_best_play() -> None:
    for row in answer(8).tables[-1].rows:
        assert all(isinstance(loss, Fraction) and loss >= 0 for loss in row[1:])

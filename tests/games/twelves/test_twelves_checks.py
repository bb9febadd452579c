"""Ability checks, Rank bonus and difficulty: TW-13 to TW-17, TW-A3, TW-A5, TW-A6."""

from fractions import Fraction

import pytest
from twelves_table import chance, chances, outcome, success

from rulewright.games.twelves import GAME
from rulewright.readings import Noted

PLAIN = ["5/24", "1/4", "11/36", "13/36", "31/72", "1/2", "7/12", "47/72", "13/18", "7/9"]
ADVANTAGE = [
    "223/576",
    "131/288",
    "155/288",
    "175/288",
    "395/576",
    "215/288",
    "233/288",
    "491/576",
    "43/48",
    "133/144",
]
DISADVANTAGE = ["89/576", "49/288", "19/96", "65/288", "155/576", "5/16", "3/8", "251/576", "37/72", "7/12"]


@pytest.mark.rule("TW-13")
@pytest.mark.parametrize("faces", [(1, 2), (5, 8), (12, 11), (7, 3)])
def test_a_plain_check_adds_two_twelve_sided_dice(faces: tuple[int, int]) -> None:
    assert outcome("check", *faces)["total"] == sum(faces)


@pytest.mark.rule("TW-13", "TW-15")
def test_the_total_of_a_plain_check_runs_from_2_to_24_as_two_dice_do() -> None:
    # 13 comes up in 12 of 144 rolls, each step away from it in one fewer
    for total in range(2, 25):
        assert chance("check", {"total": total}) == Fraction(12 - abs(13 - total), 144)


@pytest.mark.rule("TW-15", "TW-18", "TW-19")
def test_score_7_succeeds_with_7_of_12() -> None:
    # TN 13: 78 of 144 rolls total 13 or more; of the 66 others the six pairs 1-1 to 6-6 are doubles: 84/144
    assert success(score=7) == Fraction(84, 144) == Fraction(7, 12)


@pytest.mark.rule("TW-10", "TW-15", "TW-19", "TW-22", "TW-23", "TW-A1")
@pytest.mark.parametrize("score", range(1, 11))
def test_success_chances_agree_with_the_inventory_s_table(score: int) -> None:
    assert success(score=score) == Fraction(PLAIN[score - 1])
    assert success(score=score, advantage=1) == Fraction(ADVANTAGE[score - 1])
    assert success(score=score, disadvantage=1) == Fraction(DISADVANTAGE[score - 1])


@pytest.mark.rule("TW-A1")
def test_the_default_range_of_scores_spans_20_8_to_77_8_percent() -> None:
    assert round(float(success(score=1)) * 100, 1) == 20.8
    assert round(float(success(score=10)) * 100, 1) == 77.8
    assert success(score=6) == Fraction(1, 2) < success(score=7)


@pytest.mark.rule("TW-15")
def test_the_margin_is_the_total_minus_the_target_number() -> None:
    for result, total, margin in chances("check", score=4, difficulty=3):
        assert margin == total - 19
        assert (result == "failure") <= (margin < 0)


@pytest.mark.rule("TW-14", "TW-A5")
def test_an_applicable_tag_adds_rank_to_the_dice() -> None:
    assert outcome("check", 4, 6, rank=3, tags=1) == {"result": "success", "total": 13, "margin": 0}
    assert outcome("check", 4, 6, rank=3) == {"result": "failure", "total": 10, "margin": -3}


@pytest.mark.rule("TW-14", "TW-A3")
def test_rank_without_a_tag_adds_nothing() -> None:
    assert chances("check", rank=10) == chances("check", rank=0) == chances("check", rank=0, tags=6)


@pytest.mark.rule("TW-14", "TW-A5")
@pytest.mark.parametrize(
    ("bonus", "tags", "total"),
    [
        ("rank-once", 0, 9),
        ("rank-once", 1, 13),
        ("rank-once", 3, 13),
        ("rank-once", 6, 13),
        ("rank-each", 0, 9),
        ("rank-each", 1, 13),
        ("rank-each", 3, 21),
        ("rank-each", 6, 33),
        ("own-highest", [], 9),
        ("own-highest", [2], 11),
        ("own-highest", [2, 10, 5], 19),
        ("own-sum", [], 9),
        ("own-sum", [2], 11),
        ("own-sum", [2, 10, 5], 26),
        ("own-sum", [10, 10, 10, 10, 10, 10], 69),
    ],
)
def test_what_tags_add_is_the_table_s_choice(bonus: str, tags: object, total: int) -> None:
    found = outcome("check", 4, 5, options={"tag-bonus": bonus}, rank=4, tags=tags)
    assert found["total"] == total
    assert found["margin"] == total - 13


@pytest.mark.rule("TW-A5")
@pytest.mark.parametrize("bonus", ["own-highest", "own-sum"])
def test_tags_with_ranks_of_their_own_leave_the_character_s_rank_aside(bonus: str) -> None:
    options = {"tag-bonus": bonus}
    assert chances("check", options, rank=0, tags=[3]) == chances("check", options, rank=10, tags=[3])
    assert chances("check", options, rank=10) == chances("check", options, rank=10, tags=[]) == chances("check")


@pytest.mark.rule("TW-A5")
def test_a_bonus_raises_the_chance_as_much_as_a_higher_score() -> None:
    for rank in range(11):
        assert success(score=5, rank=rank, tags=2) == success(score=5 + rank)
        assert success({"tag-bonus": "rank-each"}, score=0, rank=rank, tags=2) == success(score=2 * rank)


@pytest.mark.rule("TW-14", "TW-A6")
def test_a_score_of_9_cannot_fail_from_rank_8_on() -> None:
    # TN 11: the worst roll that is no double is 1-2, so the bonus must be 8
    assert [rank for rank in range(11) if success(score=9, rank=rank, tags=1) == 1] == [8, 9, 10]


@pytest.mark.rule("TW-16", "TW-17")
@pytest.mark.parametrize("difficulty", [0, 1, 2, 4, 6, 20])
def test_a_difficulty_penalty_raises_the_target_number_and_leaves_the_total(difficulty: int) -> None:
    found = outcome("check", 9, 8, score=7, difficulty=difficulty)
    assert found["total"] == 17
    assert found["margin"] == 4 - difficulty
    assert found["result"] == ("success" if difficulty <= 4 else "failure")


@pytest.mark.rule("TW-17", "TW-A6")
def test_a_difficulty_counts_like_a_lower_score() -> None:
    for score in range(6, 11):
        for difficulty in (2, 4, 6):
            assert success(score=score, difficulty=difficulty) == success(score=score - difficulty)


@pytest.mark.rule("TW-16", "TW-A6")
def test_a_difficulty_combines_with_disadvantage() -> None:
    # TN 15: 1/4 of the rolls at score 5, and 155/576 of them at disadvantage
    assert success(score=7, difficulty=2, disadvantage=1) == Fraction(155, 576)


@pytest.mark.rule("TW-A6")
@pytest.mark.parametrize("bonus", [0, 1, 4])
def test_from_24_plus_the_bonus_only_doubles_succeed(bonus: int) -> None:
    tag = {"rank": bonus, "tags": 1}
    for difficulty in range(4 + bonus, 21):
        assert success(score=0, difficulty=difficulty, **tag) == Fraction(1, 12)
    assert success(score=0, difficulty=3 + bonus, **tag) == Fraction(12 + 2, 144)  # 11-12 and 12-11 as well


@pytest.mark.rule("TW-A6")
@pytest.mark.parametrize("bonus", [0, 3, 10])
def test_at_3_plus_the_bonus_a_plain_check_cannot_fail(bonus: int) -> None:
    tag = {"rank": bonus, "tags": 1}
    tn = 3 + bonus
    assert success(score=20 - tn, **tag) == 1
    assert success(score=19 - tn, **tag) == Fraction(142, 144)  # 1-2 and 2-1 fail


@pytest.mark.rule("TW-A6")
def test_the_target_number_has_no_lower_bound() -> None:
    assert outcome("check", 1, 2, score=20) == {"result": "success", "total": 3, "margin": 3}


@pytest.mark.rule("TW-A3")
def test_rolls_accept_the_unranked_and_rank_10() -> None:
    assert outcome("check", 1, 2, rank=0, tags=1)["total"] == 3
    assert outcome("check", 1, 2, rank=10, tags=1)["total"] == 13


@pytest.mark.rule("TW-10", "TW-14")
def test_the_breakdown_names_the_rank_bonus_and_the_target_number() -> None:
    played = GAME.play("check", {"score": 4, "rank": 3, "tags": 1, "difficulty": 2}, faces=[4, 5])
    noted = {step.name: (step.value, step.cites) for step in played.breakdown if isinstance(step, Noted)}
    assert noted["Rank bonus"][0] == 3
    assert "TW-14" in noted["Rank bonus"][1]
    assert noted["target number"][0] == 18
    assert "TW-10" in noted["target number"][1]


# --- the designer's questions --------------------------------------------------------------------


@pytest.mark.rule("TW-19", "TW-A9")
def test_disadvantage_beats_a_plain_roll_from_a_needed_total_of_22() -> None:
    better = [
        needed
        for needed in range(2, 41)
        if success(score=max(0, 20 - needed), difficulty=max(0, needed - 20), disadvantage=1)
        > success(score=max(0, 20 - needed), difficulty=max(0, needed - 20))
    ]
    assert better == list(range(22, 41))
    assert success(score=0, difficulty=2) == Fraction(16, 144)  # 6 rolls of 22 or more, 10 doubles below it: 11.11%
    assert success(score=0, difficulty=2, disadvantage=1) == Fraction(1, 8)  # 12.50%
    assert success(score=0, difficulty=4) == Fraction(1, 12)  # 8.33%
    assert success(score=0, difficulty=4, disadvantage=1) == Fraction(35, 288)  # 12.15%


@pytest.mark.rule("TW-A9")
@pytest.mark.parametrize("crit", ["triple", "never"])
def test_without_doubles_at_disadvantage_it_never_beats_a_plain_roll(crit: str) -> None:
    for needed in range(4, 41):
        params = {"score": max(0, 20 - needed), "difficulty": max(0, needed - 20)}
        assert success({"disadvantage-crit": crit}, disadvantage=1, **params) < success(**params)


@pytest.mark.rule("TW-22", "TW-23")
def test_in_the_middle_advantage_and_disadvantage_are_worth_about_3() -> None:
    def shift(score: int, **sources: int) -> int:
        wanted = success(score=score, **sources)
        shifts = {by: success(score=10 + by, difficulty=10 - score) for by in range(-10, 11)}
        return min(shifts, key=lambda by: abs(shifts[by] - wanted))

    assert [shift(score, disadvantage=1) for score in (1, 2, 3)] == [-1, -2, -2]
    assert {shift(score, disadvantage=1) for score in range(4, 11)} == {-3}
    assert [shift(score, advantage=1) for score in range(1, 11)] == [3, 3, 3, 3, 3, 3, 4, 3, 3, 3]

"""Making a character: TW-01, TW-29, TW-A1 to TW-A5, TW-A12, and the order of faults."""

from typing import Any

import pytest
from twelves_table import SCORES, created, refuses

from rulewright.games.twelves import GAME

FREE = {"score-method": "free"}
POINTS = {"score-method": "points"}
OWN = {"tag-bonus": "own-sum"}


def scored(*scores: Any) -> dict[str, Any]:
    return dict(zip(SCORES, scores, strict=True))


@pytest.mark.rule("TW-01", "TW-29", "TW-A3", "TW-A12")
def test_a_character_of_scores_alone_has_all_the_defaults() -> None:
    assert created() == {
        "name": "",
        "scores": SCORES,
        "rank": 1,
        "tags": (),
        "normal_boxes": 2,
        "damage": 0,
        "state": "active",
        "npc": False,
        "potions": 0,
        "short_rests": 0,
        "weapons": (),
        "tn": scored(11, 12, 13, 14, 15, 16),
        "boxes": 6,
        "checked": {"normal": 0, "wounded": 0, "critical": 0},
        "hit_points": 6,
        "tier": "normal",
        "disadvantage": False,
        "actions": 2,
        "collapse_check": False,
    }


@pytest.mark.rule("TW-A3", "TW-A4", "TW-A12", "TW-A28")
def test_a_character_has_what_it_was_given() -> None:
    wanted: dict[str, Any] = {
        "name": "Ada",
        "rank": 4,
        "normal_boxes": 7,
        "tags": ["smith", "islander"],
        "npc": True,
        "potions": 5,
    }
    found = created(None, **wanted)
    assert {name: found[name] for name in wanted} == wanted | {"tags": ("smith", "islander")}
    assert (found["boxes"], found["damage"], found["state"]) == (11, 0, "active")


# --- scores ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A2")
def test_the_array_may_be_handed_out_in_any_order() -> None:
    scores = scored(4, 9, 5, 8, 6, 7)
    assert created(scores=scores)["scores"] == scores


@pytest.mark.rule("TW-A2")
@pytest.mark.parametrize("scores", [scored(9, 9, 7, 6, 5, 4), scored(10, 8, 7, 6, 5, 4), scored(6, 6, 6, 7, 7, 7)])
def test_each_number_of_the_array_is_used_once(scores: dict[str, int]) -> None:
    with refuses("scores do not match array"):
        created(scores=scores)
    created(FREE, scores=scores)


@pytest.mark.rule("TW-A2")
def test_the_array_is_the_table_s_choice() -> None:
    options = {"score-array": [10, 10, 1, 1, 1, 1]}
    assert created(options, scores=scored(1, 10, 1, 1, 10, 1))["tn"]["STR"] == 10
    with refuses("scores do not match array"):
        created(options)


@pytest.mark.rule("TW-A2")
def test_all_points_are_spent() -> None:
    created(POINTS)  # 9 + 8 + 7 + 6 + 5 + 4 = 39
    created(POINTS, scores=scored(10, 10, 10, 7, 1, 1))
    created(POINTS | {"score-points": 6}, scores=scored(1, 1, 1, 1, 1, 1))
    for scores in (scored(9, 8, 7, 6, 5, 5), scored(9, 8, 7, 6, 5, 3)):
        with refuses("points not spent exactly"):
            created(POINTS, scores=scores)


@pytest.mark.rule("TW-A1", "TW-A2")
def test_points_do_not_buy_scores_out_of_range() -> None:
    with refuses("score out of range"):
        created(POINTS, scores=scored(11, 10, 10, 6, 1, 1))


@pytest.mark.rule("TW-A1", "TW-A2")
@pytest.mark.parametrize("score", [0, 11, -1, 21])
def test_scores_lie_from_1_to_10_unless_the_table_says_otherwise(score: int) -> None:
    for options in ({}, FREE, POINTS):
        with refuses("score out of range"):
            created(options, scores=scored(score, 8, 7, 6, 5, 4))
    created(FREE, scores=scored(1, 10, 1, 10, 1, 10))


@pytest.mark.rule("TW-A1")
def test_the_range_of_scores_is_the_table_s_choice() -> None:
    wide = FREE | {"score-min": 0, "score-max": 20}
    assert created(wide, scores=scored(0, 20, 0, 20, 0, 20))["tn"] == scored(20, 0, 20, 0, 20, 0)
    narrow = FREE | {"score-min": 3, "score-max": 4}
    created(narrow, scores=scored(3, 4, 3, 4, 3, 4))
    for score in (2, 5):
        with refuses("score out of range"):
            created(narrow, scores=scored(score, 4, 3, 4, 3, 4))


@pytest.mark.rule("TW-01")
@pytest.mark.parametrize("score", [7.0, "7", None, True, [7]])
def test_a_score_is_an_integer(score: Any) -> None:
    with refuses("score not an integer"):
        created(FREE, scores=scored(score, 8, 7, 6, 5, 4))


@pytest.mark.rule("TW-01")
def test_there_is_no_seventh_ability_and_none_may_be_missing() -> None:
    with refuses("unknown ability"):
        created(scores=SCORES | {"LUCK": 5})
    with refuses("unknown ability"):
        created(scores={name.lower(): score for name, score in SCORES.items()})
    for ability in SCORES:
        with refuses("missing ability"):
            created(scores={name: score for name, score in SCORES.items() if name != ability})
    with refuses("missing ability"):
        GAME.new_sheet({})


# --- rank and boxes ------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A3")
@pytest.mark.parametrize("rank", [0, 11, -1, 1.0, "1", None, True])
def test_rank_runs_from_1_to_10(rank: Any) -> None:
    with refuses("rank out of range"):
        created(None, rank=rank)
    assert [created(None, rank=good)["rank"] for good in (1, 10)] == [1, 10]


@pytest.mark.rule("TW-A3")
@pytest.mark.parametrize("most", [1, 4, 10])
def test_the_highest_rank_is_the_table_s_choice(most: int) -> None:
    assert created({"rank-max": most}, rank=most)["rank"] == most
    with refuses("rank out of range"):
        created({"rank-max": most}, rank=most + 1)


@pytest.mark.rule("TW-29", "TW-A12")
@pytest.mark.parametrize("boxes", [1, 21, 0, -2, 2.0, "2", True])
def test_normal_boxes_run_from_2_to_20(boxes: Any) -> None:
    with refuses("normal boxes out of range"):
        created(None, normal_boxes=boxes)
    assert [created(None, normal_boxes=good)["boxes"] for good in (2, 20)] == [6, 24]


@pytest.mark.rule("TW-29")
def test_normal_boxes_of_null_are_no_integer() -> None:
    with refuses("normal boxes out of range"):
        created(None, normal_boxes=None)


@pytest.mark.rule("TW-A12")
@pytest.mark.parametrize(("rank", "boxes"), [(1, 2), (2, 3), (5, 6), (10, 11)])
def test_by_rank_normal_boxes_are_one_more_than_rank(rank: int, boxes: int) -> None:
    options = {"normal-boxes": "rank"}
    assert created(options, rank=rank)["normal_boxes"] == boxes
    assert created(options, rank=rank, normal_boxes=boxes)["normal_boxes"] == boxes
    for other in (boxes + 1, 20, 1):
        with refuses("normal boxes out of range"):
            created(options, rank=rank, normal_boxes=other)


# --- tags ----------------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A4")
@pytest.mark.parametrize("most", [0, 1, 3, 6])
def test_there_are_at_most_as_many_tags_as_the_table_allows(most: int) -> None:
    tags = ["a", "b", "c", "d", "e", "f", "g"]
    assert len(created({"tags-max": most}, tags=tags[:most])["tags"]) == most
    with refuses("too many tags"):
        created({"tags-max": most}, tags=tags[: most + 1])


@pytest.mark.rule("TW-A4")
@pytest.mark.parametrize("tag", ["", "   ", "\t\n"])
def test_a_tag_needs_a_name(tag: str) -> None:
    with refuses("empty tag"):
        created(None, tags=["smith", tag])
    with refuses("empty tag"):
        created(OWN, tags=[{"name": tag, "rank": 1}])


@pytest.mark.rule("TW-A4")
@pytest.mark.parametrize("tag", ["smith", "SMITH", "  Smith "])
def test_a_tag_counts_once_whatever_its_case_and_outer_blanks(tag: str) -> None:
    with refuses("duplicate tag"):
        created(None, tags=["smith", tag])


@pytest.mark.rule("TW-A4", "TW-A5")
@pytest.mark.parametrize("bonus", ["own-highest", "own-sum"])
def test_tags_with_ranks_of_their_own_carry_1_to_10(bonus: str) -> None:
    options = {"tag-bonus": bonus}
    tags = [{"name": "smith", "rank": 1}, {"name": "islander", "rank": 10}]
    assert list(created(options, tags=tags)["tags"]) == tags
    for rank in (0, 11, None, "1", 1.0, True):
        with refuses("tag rank out of range"):
            created(options, tags=[{"name": "smith", "rank": rank}])
    with refuses("tag rank out of range"):
        created(options, tags=[{"name": "smith"}])


@pytest.mark.rule("TW-A4")
@pytest.mark.parametrize("tags", ["smith", 3, None, [5], [["smith"]]])
def test_tags_are_a_list_of_names(tags: Any) -> None:
    with refuses("bad parameter: tags"):
        created(None, tags=tags)


# --- the other fields ------------------------------------------------------------------------------------


@pytest.mark.rule("TW-A28")
@pytest.mark.parametrize("potions", [-1, 6, True, "1", None, 1.0])
def test_potions_run_from_0_to_5(potions: Any) -> None:
    with refuses("bad parameter: potions"):
        created(None, potions=potions)


@pytest.mark.rule("TW-A20")
@pytest.mark.parametrize("npc", [0, 1, "yes", None])
def test_npc_is_true_or_false(npc: Any) -> None:
    with refuses("bad parameter: npc"):
        created(None, npc=npc)


@pytest.mark.rule("TW-A34")
@pytest.mark.parametrize("field", ["armour", "equipment", "spells", "damage", "state", "gold", "movement"])
def test_nothing_else_can_be_asked_for(field: str) -> None:
    with refuses(f"unknown parameter: {field}"):
        created(None, **{field: 1})


def test_a_name_is_text() -> None:
    assert created(None, name="Ada")["name"] == "Ada"
    with refuses("bad parameter: name"):
        created(None, name=5)


# --- the order of faults -----------------------------------------------------------------------------------

ARRAY_FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("unknown ability", {"scores": {"LUCK": 3}}),
    ("missing ability", {"scores": {"AGI": None}}),
    ("score not an integer", {"scores": {"STR": 7.5}}),
    ("score out of range", {"scores": {"FIN": 11}}),
    ("scores do not match array", {"scores": {"INS": 1}}),
    ("rank out of range", {"rank": 11}),
    ("normal boxes out of range", {"normal_boxes": 1}),
    ("empty tag", {"tags": [{"name": " ", "rank": 1}]}),
    ("duplicate tag", {"tags": [{"name": "a", "rank": 1}, {"name": "A", "rank": 1}]}),
    ("too many tags", {"tags": [{"name": name, "rank": 1} for name in "bcde"]}),
    ("tag rank out of range", {"tags": [{"name": "f", "rank": 11}]}),
]


def with_faults(faults: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """A character with all of these faults at once; a score of None is left out."""
    wanted: dict[str, Any] = {"scores": dict(SCORES), "tags": []}
    for _, fault in faults:
        for field, value in fault.items():
            if field == "scores":
                wanted["scores"] |= value
            elif field == "tags":
                wanted["tags"] += value
            else:
                wanted[field] = value
    wanted["scores"] = {name: score for name, score in wanted["scores"].items() if score is not None}
    return wanted


@pytest.mark.rule("TW-01", "TW-A1", "TW-A2", "TW-A3", "TW-A4", "TW-A12")
@pytest.mark.parametrize("first", range(len(ARRAY_FAULTS)))
def test_of_all_faults_the_first_in_the_inventory_s_order_is_named(first: int) -> None:
    faults = ARRAY_FAULTS[first:]
    with refuses(faults[0][0]):
        GAME.new_sheet(with_faults(faults), OWN)


@pytest.mark.rule("TW-A2", "TW-A12")
def test_points_are_checked_before_rank_and_boxes_by_rank_before_tags() -> None:
    options = POINTS | {"normal-boxes": "rank"}
    wanted = {"scores": scored(1, 1, 1, 1, 1, 1), "rank": 0, "normal_boxes": 5, "tags": [""]}
    for words, right in (
        ("points not spent exactly", {"scores": SCORES}),
        ("rank out of range", {"rank": 2}),
        ("normal boxes out of range", {"normal_boxes": 3}),
        ("empty tag", {"tags": ["smith"]}),
    ):
        with refuses(words):
            GAME.new_sheet(wanted, options)
        wanted |= right
    assert GAME.new_sheet(wanted, options)["boxes"] == 7


# --- step by step ------------------------------------------------------------------------------------------


def step(field: str, options: dict[str, Any] | None = None, **draft: Any) -> Any:
    found = next(step for step in GAME.creation if step.field == field)
    return found.legal(GAME.table_options(options), draft)


@pytest.mark.rule("TW-A2")
def test_the_step_of_scores_offers_what_the_method_allows() -> None:
    assert step("scores").choices == (9, 8, 7, 6, 5, 4)
    assert step("scores", FREE).choices == tuple(range(1, 11))
    assert step("scores", POINTS | {"score-min": 2, "score-max": 5}).choices == (2, 3, 4, 5)
    assert "39" in step("scores", POINTS).allowed


@pytest.mark.rule("TW-A3", "TW-A12")
def test_the_steps_of_rank_and_boxes_offer_what_the_table_allows() -> None:
    assert step("rank", {"rank-max": 3}).choices == (1, 2, 3)
    assert step("normal_boxes").choices == tuple(range(2, 21))
    by_rank = step("normal_boxes", {"normal-boxes": "rank"}, rank=4)
    assert by_rank.choices == (5,)
    assert set(by_rank.refused) == {str(boxes) for boxes in range(2, 21) if boxes != 5}


def test_the_steps_fill_every_field_that_creation_takes() -> None:
    fields = [step.field for step in GAME.creation]
    assert set(fields) == {"name", "scores", "rank", "normal_boxes", "tags", "npc", "potions", "weapons"}
    assert [step.field for step in GAME.creation if not step.optional] == ["scores"]


def test_every_choice_a_step_offers_makes_a_character() -> None:
    for options in ({}, {"normal-boxes": "rank"}):
        for field in ("rank", "normal_boxes", "npc", "potions"):
            choices = step(field, options).choices
            assert choices
            for choice in choices:
                assert created(options, **{field: choice})[field] == choice

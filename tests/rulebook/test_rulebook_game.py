"""A rulebook as a game: creation, sheets, actions, fights and duels come from the file and from the engine."""

import inspect
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rulewright.game import Game, find_game
from rulewright.game.forms import FacesForm
from rulewright.game.random_character import random_character
from rulewright.lab.fights import load_fight
from rulewright.lab.study import load_study
from rulewright.rulebook import Rulebook, files, game_of_text
from rulewright.rulebook.files import RULEBOOKS
from rulewright.rules import BadInput, Refused
from rulewright.testing import check_game, checks_of

BOOKS = Path(__file__).parent.parent.parent / "rulebooks"
TEXT = (BOOKS / "lanterns.md").read_text()
GAME = game_of_text(TEXT)
OPTIONS = GAME.table_options()


def scene_after(*steps: tuple[str, dict[str, Any]], faces: tuple[int, ...] = ()) -> Any:
    scene = GAME.scene()
    for action, params in steps:
        scene, _ = GAME.act(action, scene, params, OPTIONS, faces=faces if action == steps[-1][0] else ()).outcome
    return scene


ADA = ("join", {"character": {"name": "Ada", "might": 4, "grace": 3, "wit": 3}})
GLOOM = ("join", {"character": {"name": "Gloom", "might": 3, "grace": 2, "wit": 1, "npc": True}})


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.md")), ids=lambda path: path.stem)
def test_every_rulebook_passes_the_checks_of_any_game(path: Path) -> None:
    assert list(map(str, check_game(RULEBOOKS.game_of(path)))) == []


def test_a_character_is_made_by_the_sheet() -> None:
    sheet = GAME.new_sheet({"name": "Ada", "might": 4, "grace": 3, "wit": 3})
    assert (sheet["light"], sheet["oil"], sheet["mood"]) == (8, 2, "bright")


def test_points_must_be_spent_exactly() -> None:
    with pytest.raises(Refused, match="points not spent exactly: might, grace, wit add up to 12, not 10"):
        GAME.new_sheet({"name": "Ada", "might": 6, "grace": 3, "wit": 3})
    assert GAME.new_sheet({"name": "Ogre", "might": 6, "grace": 3, "wit": 3, "npc": True})["might"] == 6


ROLLED = TEXT.replace('might: 1..6 = 3 "might"\n', 'might: roll 3d6 "might"\nluck: roll 4d6 keep 3 highest "luck"\n')
ROLLED = ROLLED.replace("spread 10 points over might, grace, wit", "spread 7 points over grace, wit")
ROLLED = ROLLED.replace("score = might + 4", "score = min(might, 16) + 4").replace(
    "might=4, grace", "might=14, luck=9, grace"
)
ROLLED = ROLLED.replace("grace=3, wit=3", "grace=3, wit=4")


def test_values_are_rolled_when_a_character_is_made() -> None:
    game = game_of_text(ROLLED)
    sheet = game.new_sheet({"name": "Ada", "grace": 3, "wit": 4, "might": [2, 6, 5], "luck": [1, 6, 2, 2]})
    assert (sheet["might"], sheet["luck"]) == (13, 10)
    assert game.new_sheet({"name": "Bo", "grace": 3, "wit": 4, "might": 18, "luck": 3})["might"] == 18
    assert game.new_sheet({"name": "Ogre", "npc": True})["might"] == 10
    form = next(step for step in game.creation if step.field == "luck").legal(game.table_options(), {})
    assert (form.allowed, form.form) == ("roll 4d6 keep 3 highest", FacesForm(4, 6))
    assert len({random_character(game, {}, Random(seed)).sheet["might"] for seed in range(8)}) > 3


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, r"might not rolled: roll 3d6, and give the faces or the result \(LA-1\)"),
        ({"might": [1, 2]}, "bad dice for might: 3d6 has 3 faces from 1 to 6"),
        ({"might": [1, 2, 7]}, "bad dice for might"),
        ({"might": 19}, "might out of range: allowed are 3 to 18"),
    ],
)
def test_a_value_that_was_not_rolled_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        game_of_text(ROLLED).new_sheet({"name": "Ada", "grace": 3, "wit": 4, "luck": 9, **given})


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("roll 3d", 13, "a value is rolled with 1 to 20 dice of 2 to 1000 sides"),
        ("roll 30d6", 13, "a value is rolled with 1 to 20 dice of 2 to 1000 sides"),
        ("roll 3d6 keep 4 highest", 24, "say which of the 3 dice count"),
        ("roll 3d6 keep 2 best", 24, "say which of the 3 dice count"),
    ],
)
def test_dice_that_cannot_be_typed_are_a_fault(line: str, column: int, words: str) -> None:
    fault = Rulebook(ROLLED.replace("roll 3d6", line)).faults[0]
    assert (fault.line, fault.column, fault.message) == (14, column, words)
    assert "roll 4d6 keep 3 highest" in fault.suggestion


def test_a_value_that_is_rolled_takes_no_points() -> None:
    fault = Rulebook(ROLLED.replace("over grace, wit", "over might, wit")).faults[0]
    assert fault.message == "`might` is not a number that players choose"


def test_an_action_without_a_paragraph_says_what_it_changes() -> None:
    salvage = game_of_text((BOOKS / "salvage.md").read_text(encoding="utf-8"))
    said = {one.name: inspect.getdoc(one.perform) for one in salvage.actions}
    assert said["stab"] == "Changes the foe's wounds and shaken, and your own air."
    assert said["breathe"] == "Changes your own air."
    assert salvage.opening is not None
    assert salvage.opening.words == "Mako and Wren face Eel."


def test_a_value_out_of_range_is_refused_with_its_rule() -> None:
    with pytest.raises(Refused, match=r"might out of range: allowed are 1 to 6 \(LA-1\)"):
        GAME.new_sheet({"might": 9})


def test_a_strike_takes_light_and_no_more_than_there_is() -> None:
    scene = scene_after(ADA, GLOOM, ("strike", {"who": "Ada", "target": "Gloom"}), faces=(12, 11))
    assert scene.characters["Gloom"].light == 6
    scene = scene_after(
        ADA,
        GLOOM,
        ("set-light", {"who": "Gloom", "value": 1}),
        ("strike", {"who": "Ada", "target": "Gloom"}),
        faces=(5, 5),
    )
    assert (scene.characters["Gloom"].light, scene.characters["Gloom"].out) == (0, True)


def test_needs_refuse_before_anything_is_thrown() -> None:
    scene = scene_after(ADA)
    assert "the lantern is full (LA-4)" in str(GAME.refusal("refill", scene, {"who": "Ada"}, OPTIONS))
    offered = {offer.action for offer in GAME.legal_now(scene, OPTIONS)}
    assert "refill" not in offered
    assert "check" in offered


def test_a_fight_goes_by_the_order_that_the_rulebook_says() -> None:
    scene = scene_after(GLOOM, ADA, ("start-fight", {}))
    status = GAME.fight(scene, OPTIONS)
    assert status is not None
    assert status.order == ("Ada", "Gloom")
    assert "not your turn" in str(GAME.refusal("strike", scene, {"who": "Gloom", "target": "Ada"}, OPTIONS))


def test_the_odds_of_an_action_are_those_of_its_roll() -> None:
    scene = scene_after(ADA, GLOOM)
    found = GAME.action_odds("strike", scene, {"who": "Ada", "target": "Gloom"}, OPTIONS)
    by_result: dict[str, Fraction] = {}
    for outcome in found:
        by_result[outcome.result] = by_result.get(outcome.result, Fraction(0)) + found.chance(outcome)
    check = GAME.odds("check", {"score": 8})
    words = {"hit": "success", "critical": "critical", "miss": "failure"}
    assert by_result == {
        mine: check.chance(one) for mine, theirs in words.items() for one in check if one.result == theirs
    }


def test_the_gm_is_called_what_the_book_calls_them() -> None:
    assert GAME.words.gm == "Keeper"
    assert [step.title for step in GAME.creation if step.field == "npc"] == ["Run by the Keeper"]
    assert GAME.side_of(scene_after(ADA, GLOOM), "Gloom") == "the Keeper's side"


def test_a_column_named_like_a_track_changes_that_of_the_one_who_acts() -> None:
    text = TEXT.replace("| target.light | result   |", "| light | result   |").replace("| target.light |", "| light |")
    game = game_of_text(text)
    scene = game.scene()
    for action, params in (ADA, GLOOM):
        scene, _ = game.act(action, scene, params, game.table_options()).outcome
    blow = {"who": "Ada", "target": "Gloom"}
    after, _ = game.act("strike", scene, blow, game.table_options(), faces=(12, 11)).outcome
    assert (after.characters["Ada"].light, after.characters["Gloom"].light) == (6, 8)


def test_a_fight_that_ends_as_a_turn_begins_is_solved_as_it_is_played() -> None:
    text = TEXT.replace("```action strike", "```fight turn\nchange light by -1\n```\n\n```action strike")
    text = text.replace("track 0..8 = 8", "track 0..8 = 2")
    duels = next(check for check in checks_of(game_of_text(text)) if str(check) == "duels")
    duels()


def test_a_duel_of_equals_is_won_more_often_by_who_begins() -> None:
    found = GAME.odds("duel", {"first": "a"})
    wins = {outcome.winner: found.chance(outcome) for outcome in found}
    assert sum(wins.values()) == 1
    assert wins["a"] > Fraction(1, 2)
    best = GAME.odds("duel", {"first": "a", "a": {"policy": "best"}})
    assert next(best.chance(one) for one in best if one.winner == "a") >= wins["a"]


def test_an_option_of_an_exception_changes_the_odds() -> None:
    plain, kind = GAME.odds("check"), GAME.odds("check", options={"veterans": True})
    assert [one.result for one in plain if plain.chance(one) > kind.chance(one)] == ["failure"]


def test_rules_are_cited_and_found() -> None:
    assert GAME.inventory.text("LA-3").startswith("Throw two d12")
    assert GAME.used_in("LA-3") == ["roll check", "action check"]


def test_an_outcome_is_plain_data() -> None:
    assert msgspec.to_builtins(GAME.play("check", {"score": 5}, faces=[6, 9]).outcome) == {"result": "success"}


def test_a_book_is_read_once_however_many_ask_for_it_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    class Counted(Rulebook):
        def __init__(self, text: str, base: str = "") -> None:
            read.append(text)
            super().__init__(text, base)

    monkeypatch.setattr(files, "Rulebook", Counted)
    file = tmp_path / "once.md"
    file.write_text(TEXT.replace('name = "Lanterns"', 'name = "Once"', 1))
    with ThreadPoolExecutor(4) as pool:
        games = list(pool.map(lambda _: RULEBOOKS.game_of(file), range(8)))
    assert {game.slug for game in games} == {"once"}
    assert len({id(game) for game in games}) == len(read) == 1


def test_files_and_folders_in_the_environment_are_installed_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.md").write_text(TEXT.replace('name = "Lanterns"', 'name = "Mine"'))
    (tmp_path / "README.md").write_text("# No game\n")
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    assert isinstance(find_game("mine"), Game)
    with pytest.raises(BadInput, match="no such file among the games"):
        find_game(str(BOOKS / "lanterns.md"))


def test_a_fight_and_a_study_in_files_name_a_rulebook_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_GAMES", "")
    book = BOOKS / "lanterns.md"
    (tmp_path / "fight.toml").write_text(
        f"""game = "{book}"
        opening = [
          {{ action = "join", character = {{ name = "Ada", might = 4, grace = 3, wit = 3 }} }},
          {{ action = "join", character = {{ name = "Gloom", might = 3, grace = 2, wit = 5, npc = true }} }},
          {{ action = "start-fight" }},
        ]
        sides.wardens.members = ["Ada"]
        sides.deep.members = ["Gloom"]
        """
    )
    assert load_fight(tmp_path / "fight.toml").game.name == "Lanterns"
    (tmp_path / "study.toml").write_text(
        f'game = "{book}"\nroll = "check"\nreport = ["result=success"]\n[parameters]\nscore = [4, 5]\n'
    )
    assert load_study(tmp_path / "study.toml").game.name == "Lanterns"


def test_a_word_of_python_may_be_a_field() -> None:
    text = TEXT.replace("wit", "class").replace("```exception", "```text")
    sheet = game_of_text(text).new_sheet({"name": "Ada", "might": 4, "grace": 3, "class": 3})
    assert sheet["class"] == 3

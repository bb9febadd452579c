"""The commands of the lab: what they print, draw and write, and what they say to bad input."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest

from command_line import rulewright, rulewright_process
from rulewright.lab.fights import load_fight, opening_scene

DOCS = Path(__file__).parents[2] / "docs"


CHECK = ("lab", "compare", "twelves", "check", "score=7", "tags=2", "rank=3", "--option", "tag-bonus=rank-each")


def test_a_comparison_as_json_has_every_outcome_and_figure_as_fractions() -> None:
    answer = rulewright(*CHECK, "--figure", "result=success", "--json").json
    assert [side["label"] for side in answer["sides"]] == ["tag-bonus=rank-once", "tag-bonus=rank-each"]
    assert answer["figures"] == [["result=success", ["25/36", "5/6"]]]
    sums = [sum(Fraction(chances[at]) for _, chances in answer["outcomes"]) for at in (0, 1)]
    assert sums == [1, 1]


def test_two_files_of_rules_are_two_sides(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text('tag-bonus = "rank-once"\n')
    (tmp_path / "new.json").write_text('{"tag-bonus": "rank-each"}')
    rules = ("--rules", str(tmp_path / "old.toml"), "--rules", str(tmp_path / "new.json"))
    answer = rulewright(*CHECK[:7], *rules, "--figure", "result=success", "--json").json
    assert [side["label"] for side in answer["sides"]] == ["old", "new"]
    assert answer["figures"] == [["result=success", ["25/36", "5/6"]]]


RULES = """
summary = "Toss coins."
[rules.Tosses]
CF-01 = "Toss coins."
"""
CODE = """
from msgspec import Struct
from rulewright.dice import Die
from rulewright.game import Game, Roll
from rulewright.rules import Inventory, rule

class Options(Struct, frozen=True, forbid_unknown_fields=True):
    pass

@rule("CF-01")
def toss(dice, luck: int = 3) -> bool:
    'Toss coins and count the heads.'
    return dice.pool("toss", luck * Die([0, 1])) >= NEEDED

ROLLS = (Roll("toss", toss, "coins"),)
GAME = Game(slug="SLUG", name="Coins", inventory=Inventory(__name__), options=Options, rolls=ROLLS)
"""


def plug_in(folder: Path, slug: str, needed: int) -> None:
    """A game in a package of its own, announced like any other."""
    package, info = folder / slug, folder / f"{slug}-1.0.dist-info"
    package.mkdir()
    (package / "rules.toml").write_text(RULES)
    (package / "__init__.py").write_text(CODE.replace("NEEDED", str(needed)).replace("SLUG", slug))
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {slug}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rulewright.games]\n{slug} = {slug}:GAME\n")


def test_an_edited_game_against_the_original_says_which_odds_move(tmp_path: Path) -> None:
    plug_in(tmp_path, "coinfall", 1)
    plug_in(tmp_path, "coinrise", 2)
    words = ("lab", "compare", "coinfall", "toss", "luck=2", "--against", "coinrise")
    answer = rulewright_process(*words, "--json", beside=tmp_path).json
    assert [side["label"] for side in answer["sides"]] == ["coinfall", "coinrise"]
    assert answer["figures"] == [["result=true", ["3/4", "1/4"]]]
    assert "result=true goes from 75.0% to 25.0%" in rulewright_process(*words, beside=tmp_path).out


def test_results_of_rules_that_were_edited_since_are_not_gone_on_with(tmp_path: Path) -> None:
    plug_in(tmp_path, "coinfall", 1)
    study = tmp_path / "coins.toml"
    study.write_text('game = "coinfall"\nroll = "toss"\nreport = ["result=true"]\n[parameters]\nluck = "1..3"\n')
    assert rulewright_process("lab", "study", str(study), "--cores", "1", beside=tmp_path).status == 0
    code = tmp_path / "coinfall" / "__init__.py"
    code.write_text(code.read_text().replace(">= 1", ">= 2"))
    refused = rulewright_process("lab", "study", str(study), "--cores", "1", beside=tmp_path)
    assert refused.status == 2
    assert "of other rules of the same game" in refused.err
    again = ("--fresh", "--csv", str(tmp_path / "coins.csv"))
    done = rulewright_process("lab", "study", str(study), "--cores", "1", *again, beside=tmp_path)
    assert done.status == 0, done.err
    assert (tmp_path / "coins.csv").read_text().splitlines()[1:] == ["1,0,0,", "2,0.25,1/4,", "3,0.5,1/2,"]


def test_pictures_and_reports_are_written_whole(tmp_path: Path) -> None:
    done = rulewright(*CHECK, "--plot", str(tmp_path / "odds.png"), "--out", str(tmp_path / "report"))
    assert done.status == 0, done.err
    assert (tmp_path / "odds.png").read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {
        "odds.png",
        "report.md",
        "report.html",
        "question-1-1.svg",
    }
    page = (tmp_path / "report" / "report.html").read_text()
    assert page.count("<h1>") == 1
    assert "<h2>" not in page  # one answer, named once
    assert "<svg" in page
    assert "result=success goes from 69.4% to 83.3%" in page
    picture = "![The chance of each outcome](report/question-1-1.svg)"
    assert picture in (tmp_path / "report" / "report.md").read_text()


@pytest.mark.parametrize(
    "words",
    [
        CHECK,
        ("lab", "compare", "twelves", "check", "score=1..3", "rank=1", "rank=2", "tags=1"),
        ("lab", "duel", "twelves", "duel"),
        ("lab", "fight", str(Path(__file__).parent / "fights" / "die-code.toml"), "--runs", "10"),
        ("lab", "luck", "twelves", "duel", "first=a", "--seed", "3"),
        ("advise", "twelves", "duel", "first=a", "a.damage=2", "a.potions=2"),
        ("advise", "light-dark", "fight"),
        ("advise", "die-code", "--fight", str(Path(__file__).parent / "fights" / "die-code.toml"), "--runs", "40"),
    ],
)
def test_what_is_asked_for_is_drawn_and_written_for_scripts_too(words: tuple[str, ...], tmp_path: Path) -> None:
    assert rulewright(*words, "--plot", "picture.svg", "--out", "report", "--json", cwd=tmp_path).json
    assert (tmp_path / "picture.svg").read_text().startswith("<?xml")
    assert (tmp_path / "report" / "report" / "question-1-1.svg").exists()
    assert "![" in (tmp_path / "report" / "report.md").read_text()


def test_a_picture_or_report_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "taken").write_text("mine")
    for target in (("--plot", "folder.svg"), ("--out", "taken")):
        done = rulewright(*CHECK, *target, cwd=tmp_path)
        assert (done.status, done.out) == (2, "")
        assert len(done.err.splitlines()) == 1
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_duel_says_how_it_was_worked_out_and_what_points_are_worth() -> None:
    answer = rulewright(
        "lab", "duel", "die-code", "contest", "actor_pool=3d", "opponent_pool=3d", "--points", "--json"
    ).json
    assert answer["method"] == "exact"
    assert sum(Fraction(chance) for chance in answer["wins"].values()) == 1
    points = {point["parameter"]: point for point in answer["points"]}
    assert points["actor_pool"]["after"] == "3d+1"
    better = Fraction(points["actor_pool"]["fought"]["wins"]["actor"]) - Fraction(answer["wins"]["actor"])
    assert Fraction(points["actor_pool"]["change"]["wins"]["actor"]) == better > 0


def test_advice_as_json_has_every_choice() -> None:
    words = ("advise", "twelves", "duel", "first=a", "a.damage=2", "a.potions=2")
    (decision,) = rulewright(*words, "--json").json["decisions"]
    assert [option["choice"] for option in decision["options"]] == ["attack", "drink"]
    choices = rulewright("advise", "light-dark", "fight", "attribute=2", "ego=5", "hp=8", "--json").json["choices"]
    assert choices[0]["choice"] == "act with 4 Dark Dice"


def test_advice_in_a_scene_given_as_a_file(tmp_path: Path) -> None:
    fight = Path(__file__).parent / "fights" / "die-code.toml"
    setup = load_fight(fight)
    (tmp_path / "scene.json").write_bytes(msgspec.json.encode(opening_scene(setup, Random(1))))
    scene = ("--scene", str(tmp_path / "scene.json"))
    answer = rulewright("advise", "die-code", "--fight", str(fight), *scene, "--runs", "20", "--json").json
    assert answer["who"] == "Ada"
    assert answer["method"] == "simulated"
    assert "advance chase run" in [tried["choice"] for tried in answer["tried"]]


def test_a_fight_as_json_says_its_plans_and_intervals() -> None:
    fight = str(Path(__file__).parent / "fights" / "die-code.toml")
    answer = rulewright("lab", "fight", fight, "--runs", "20", "--json").json
    assert answer["method"] == "simulated"
    assert answer["plans"] == {"quarry": "jog", "pursuer": "run"}
    wins = answer["wins"]["pursuer"]
    assert wins["low"] < wins["estimate"] < wins["high"]


def test_luck_as_json_has_every_swing() -> None:
    answer = rulewright("lab", "luck", "twelves", "duel", "first=a", "--seed", "3", "--json").json
    assert answer["winner"] == "b"
    assert len(answer["swings"]) == 10
    again = ("lab", "luck", "twelves", "duel", "first=a", "--dice", ",".join(map(str, answer["faces"])), "--json")
    assert rulewright(*again).json == answer


def test_an_answer_as_json() -> None:
    (answer,) = rulewright("lab", "answer", "die-code", "10", "--json").json
    assert answer["title"] == "Is k 1000 or 1024?"
    assert answer["conclusion"]


def test_a_report_can_be_written_beside_json(tmp_path: Path) -> None:
    ran = rulewright("lab", "answer", "die-code", "10", "--json", "--out", str(tmp_path / "new" / "report"))
    assert [answer["question"] for answer in ran.json] == [10]
    assert (tmp_path / "new" / "report" / "report.html").exists()


def test_the_sentences_of_an_answer_wrap_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    lines = rulewright("lab", "answer", "die-code", "10").out.splitlines()
    conclusion = lines[next(at for at, line in enumerate(lines) if line.startswith("Conclusion:")) :]
    assert len(conclusion) > 3
    assert max(map(len, conclusion)) <= 70


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("lab", "compare", "twelves"), "missing roll: twelves has check,"),
        (("lab", "compare", "twelves", "score=7"), "missing roll before score=7"),
        (("lab", "compare", "twelves", "check", "score=7"), "nothing to compare"),
        (("lab", "compare", "twelves", "chekc", "score=7"), "unknown roll: chekc (allowed: check,"),
        (
            ("lab", "compare", "twelves", "duel", "a.weapon=1..4", "--seconds", "1e-9"),
            "not worked out in 1e-09 seconds",
        ),
        ((*CHECK, "--seconds", "nan"), "nan is not a number of seconds"),
        ((*CHECK, "--seconds", "inf"), "inf is not a number of seconds"),
        ((*CHECK, "--plot", ".svg"), ".svg must end in .svg or .png"),
        (("lab", "compare", "twelves", "check", "score"), "score must be written NAME=VALUE"),
        (("lab", "compare", "twelves", "check", "score=9..7", "rank=1", "rank=2"), "empty range: score"),
        (("lab", "compare", "twelves", "check", "scoer=7", "--option", "tag-bonus=rank-each"), "unknown parameter"),
        (("lab", "compare", "twelves", "check", "--option", "tag-bouns=x"), "unknown option: tag-bouns"),
        ((*CHECK, "--figure", "winner=a"), "unknown figure: winner=a"),
        ((*CHECK, "--plot", "odds.gif"), "odds.gif must end in .svg or .png"),
        ((*CHECK, "--rules", "nowhere.toml"), "cannot read nowhere.toml"),
        ((*CHECK[:7], "score=8", "--against", "dpi"), "score is given twice"),
        (("lab", "duel", "twelves"), "missing duel: twelves has duel"),
        (("lab", "duel", "twelves", "brawl"), "unknown duel: brawl"),
        (("lab", "duel", "twelves", "duel", "a.weapon=1e999"), 'from 0 to 20, not "1e999"'),
        (("lab", "duel", "twelves", "duel", "a.weapon=99"), "a.weapon must be a whole number from 0 to 20"),
        (("lab", "luck", "twelves", "duel", "--dice", "13"), "bad face: die 1 is a d12"),
        (("lab", "study", "nowhere.toml"), "cannot read nowhere.toml"),
        (("lab", "fight", "nowhere.toml"), "cannot read nowhere.toml"),
        (("lab", "answer", "twelves", "99"), "unknown question: 99"),
        (("lab", "answer", "twelves", "10", "--out", __file__), "is not a folder"),
        (("advise", "twelves"), "missing duel: twelves has duel"),
        (("advise", "twelves", "check"), "unknown duel: check"),
        (("advise", "twelves", "duel", "a.damage=99"), "a.damage must be"),
        (("advise", "nogame", "duel"), "unknown game: nogame"),
        (
            ("advise", "dpi", "skirmish", "high_policy=best", "--seconds", "0.2"),
            "best play is not found in 0.2 seconds",
        ),
        (("advise", "twelves", "--scene", "now.json"), "--scene needs --fight"),
        (
            ("advise", "twelves", "duel", "--fight", str(DOCS / "studies" / "two-against-two.toml")),
            "duel cannot be combined with --fight",
        ),
        (
            ("advise", "dpi", "--fight", str(DOCS / "studies" / "two-against-two.toml")),
            "is a fight of twelves, not of dpi",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_two(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = rulewright(*words, "--json", cwd=tmp_path)
    assert done.status == 2, done.err
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert message in json.loads(done.out)["error"]
    assert list(tmp_path.iterdir()) == []


def test_what_a_rule_refuses_has_its_number_and_status_one() -> None:
    words = ("lab", "duel", "dpi", "duel", "weapon=knife", "distance=30")
    done = rulewright(*words)
    assert done.status == 1, done.err
    assert "DPI-" in done.err


def completed(*words: str) -> list[str]:
    line = " ".join(["rulewright", *words])
    asked = {"_RULEWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    return [word.partition(",")[2] for word in rulewright(environment=asked).out.splitlines()]


def test_duels_questions_and_advice_complete() -> None:
    assert completed("lab", "duel", "untold-aeons", "") == ["melee-duel", "firearm-duel"]
    assert completed("lab", "answer", "twelves", "1") == ["1", "10"]
    assert "chase" in completed("advise", "die-code", "")
    assert completed("lab", "duel", "twelves", "duel", "max") == ["max_rounds="]

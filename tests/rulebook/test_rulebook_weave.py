"""The woven page: contents, figures, odds, what changed, and nothing of the text as markup."""

import gc
import json
import re
from pathlib import Path

import pytest

from rulewright.cli import book as cli
from rulewright.cli.book import check as check_book
from rulewright.game import find_game, installed_games
from rulewright.rulebook import BadRulebook, Rulebook, game_of
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.files import RULEBOOKS, read_book
from rulewright.rulebook.render_markdown import html_of
from rulewright.rulebook.versions import VersionChange, changes
from rulewright.rulebook.weave import page, woven
from rulewright.rules import BadInput
from rulewright.rules.rule import citing

BOOKS = Path(__file__).parent.parent.parent / "rulebooks"
TEXT = (BOOKS / "lanterns.md").read_text()
BOOK = Rulebook(TEXT)


def test_the_page_has_contents_rules_figures_and_odds() -> None:
    made = page(BOOK)
    assert '<a href="#LA-3"><b>LA-3</b> Checks</a>' in made
    assert '<h2 id="LA-3">' in made
    assert "With a score of 7 you make it 58.3%." in made
    assert "Used in: check</p>" in made
    assert "<th>critical</th><td>8.3%</td>" in made
    assert "@media print" in made


def test_the_page_says_a_sheet_and_a_fight_in_words() -> None:
    made = page(Rulebook(TEXT.replace('might: 1..6 = 3 "might"', 'might: 1..6 = 3 "strength of arm"')))
    assert "<td>1 to 6, usually 3 (strength of arm)</td>" in made
    assert "<td>1 to 6, usually 3</td>" in made
    assert "<td>0 to 8, begins at 8</td>" in made
    assert "<td>light = 0</td>" in made


def test_a_game_made_of_a_text_is_forgotten_and_never_named_in_another() -> None:
    for words in ("Doubles help.", "Doubles always help."):
        game = game_of(Rulebook(TEXT.replace("Doubles always help.", words)))
        assert all(use.split()[0] in ("roll", "action") for use in game.used_in("LA-4"))
    before = len(citing("LX-4"))
    game_of(Rulebook(TEXT.replace("LA-4", "LX-4")))
    gc.collect()
    assert len(citing("LX-4")) == before


def test_the_text_of_a_book_is_never_markup() -> None:
    made = page(Rulebook(TEXT.replace("Doubles always help.", "<script>alert(1)</script> [x](javascript:alert(1))")))
    assert "<script>alert" not in made
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in made
    assert 'href="javascript' not in made


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["a **b** *c*", "d"], "<p>a <strong>b</strong> <em>c</em> d</p>"),
        (["- one", "  more", "- two"], "<ul><li>one more</li><li>two</li></ul>"),
        (
            ["| a | b |", "|---|---|", "| 1 | 2 |"],
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
        ),
        (["[here](https://x.org/a)"], '<p><a href="https://x.org/a">here</a></p>'),
        (["```text", "<b>", "```"], "<pre>&lt;b&gt;</pre>"),
        (["`a < b`"], "<p><code>a &lt; b</code></p>"),
    ],
)
def test_markdown_becomes_html(lines: list[str], expected: str) -> None:
    assert html_of(lines) == expected


def test_the_data_has_rules_rolls_and_questions() -> None:
    found = json.loads(json.dumps(woven(Rulebook((BOOKS / "salvage.md").read_text()))))
    assert [rule["number"] for rule in found["rules"]][:2] == ["SV-1", "SV-2"]
    (question,) = found["questions"]
    assert question[0] == "How dangerous is the way back?"
    assert question[1][0] == ["odds way_back cards=2 : safe", "73.3%"]
    assert found["rolls"][0]["odds"][0][0] == "failure"


def test_what_changed_since_the_last_version_is_said_in_words_and_odds() -> None:
    newer = Rulebook(TEXT.replace("20 - score", "19 - score").replace("Without light", "Without any light"))
    assert changes(BOOK, BOOK) == []
    found = changes(BOOK, newer)
    assert found[0] == VersionChange("LA-4", "written otherwise")
    assert found[1].what == "roll check"
    assert "% before" in found[1].how
    assert "<h2>What changed</h2>" in page(newer, BOOK)


def test_house_rules_change_the_rulebook_they_name(tmp_path: Path) -> None:
    house = read_book(BOOKS / "lanterns-hard.md")
    assert check_rulebook(house) == []
    mine, theirs = game_of(house), game_of(BOOK)
    assert mine.slug == "lanterns-hard"
    chances = [
        next(game.odds("check").chance(one) for one in game.odds("check") if one.result == "failure")
        for game in (mine, theirs)
    ]
    assert chances[0] > chances[1]
    assert [action.name for action in mine.actions] == [action.name for action in theirs.actions]
    assert {one.what for one in changes(BOOK, house)} >= {"LH-1", "roll check"}


@pytest.mark.parametrize("over", ["../lanterns.md", "/etc/passwd", "a/b.md", ".md"])
def test_house_rules_name_a_file_of_their_own_folder(over: str, tmp_path: Path) -> None:
    file = tmp_path / "house.md"
    file.write_text((BOOKS / "lanterns-hard.md").read_text().replace('"lanterns.md"', f'"{over}"'))
    with pytest.raises(BadInput, match="in the same folder"):
        read_book(file)


def test_the_command_writes_a_page_and_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.book(str(BOOKS / "lanterns.md"), str(tmp_path / "site"), None, as_json=False)
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == ["lanterns.html", "lanterns.json"]
    capsys.readouterr()
    cli.diff(str(BOOKS / "lanterns-hard.md"), None, as_json=False)
    assert "roll check: failure 41.7% before, " in capsys.readouterr().out


@pytest.mark.parametrize("slug", installed_games())
def test_every_installed_game_is_woven_by_the_same_command(slug: str, tmp_path: Path) -> None:
    """Contents, each numbered rule with an anchor, the odds of each roll, a print style, and the same as data."""
    cli.book(slug, str(tmp_path), None, as_json=False)
    made, data = (tmp_path / f"{slug}.html").read_text(), json.loads((tmp_path / f"{slug}.json").read_text())
    game = find_game(slug)
    assert [rule["number"] for rule in data["rules"]] == list(game.inventory.rules)
    assert [ruling["number"] for ruling in data["rulings"]] == list(game.inventory.rulings)
    for number in (*game.inventory.rules, *game.inventory.rulings):
        assert made.count(f'id="{number}"') == 1
    contents = re.findall(r'<a href="#([^"]+)"', made)
    assert contents[-1] == "rulings"
    assert all(f'id="{anchor}"' in made for anchor in contents)
    assert "@media print" in made
    assert {roll["name"] for roll in data["rolls"]} == {roll.name for roll in game.rolls}
    assert any(roll["odds"] for roll in data["rolls"])
    assert "<script src" not in made


HOUSE = """+++
rulebook = 1
name = "Our Twelves"
over = "twelves"
+++
## OT-1 Doubles
Doubles only help when the target number is met.

```exception TW-A7 option doubles_below_tn = failure
```
"""


def test_house_rules_over_an_installed_game_choose_its_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.md"
    file.write_text(HOUSE)
    game = RULEBOOKS.game_of(file)
    assert (game.slug, game.name) == ("our-twelves", "Our Twelves")
    twelves = find_game("twelves")
    found = game.odds("check")
    assert found == twelves.odds("check", options={"doubles-below-tn": "failure"})
    assert game.odds("check", options={"doubles-below-tn": "critical"}) == twelves.odds("check")
    cli.diff(str(file), None, as_json=False)
    assert "OT-1: new\nroll check: " in capsys.readouterr().out
    assert check_book(str(file), as_json=False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TW-A7", "TW-A8", "belongs to TW-A7, not to TW-A8"),
        ("doubles_below_tn", "dubles_below_tn", "has no option `dubles-below-tn`"),
        ("= failure", "= nonsense", "doubles-below-tn must be one of critical, success, failure"),
        ("exception TW-A7 option doubles_below_tn = failure", "roll check", "has only exceptions"),
    ],
)
def test_a_fault_of_house_rules_has_its_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.md"
    file.write_text(HOUSE.replace(old, new))
    with pytest.raises(BadRulebook, match=r"line 9, ") as refused:
        RULEBOOKS.game_of(file)
    assert message in str(refused.value)

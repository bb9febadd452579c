"""The build is a check: rows that never count, examples that fail, missing rules, figures that do not hold."""

import json
from pathlib import Path

import pytest

from rulewright.cli.book import check as check_book
from rulewright.rulebook import Rulebook
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.files import read_book

BOOKS = Path(__file__).parent.parent.parent / "rulebooks"
TEXT = (BOOKS / "lanterns.md").read_text()


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.md")), ids=lambda path: path.stem)
def test_the_rulebooks_that_come_along_have_no_faults(path: Path) -> None:
    assert check_rulebook(read_book(path)) == []


def place(text: str, wanted: str) -> tuple[int, int]:
    """The line and column of a piece of text."""
    before = text[: text.index(wanted)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(
    ("old", "new", "at", "message", "suggestion"),
    [
        ("9 -> success", "9 -> critical", "critical\ncharacter", "result is success, not critical", "result=success"),
        ("dice 6 6 9", "dice 6 6", "check score=5 adv", "too few dice", ""),
        ("dice 6 6 9", "dice 6 6 9 4", "check score=5 adv", "too many dice", ""),
        ("dice 6 6 9", "dice 6 6 19", "check score=5 adv", "1 to 12, not 19", ""),
        ("score=5 adv", "score=25 adv", "score=25", "score takes 0 to 20", ""),
        ("might=4, grace=3", "might=5, grace=3", "character Ada", "Ada cannot be made: points not spent", ""),
        ("The one with more", "By LA-9, the one with more", "LA-9", "cites LA-9", "LA-"),
        ("success or better}", "success or better = 50%}", "check score=7 :", "no longer holds", "58.3% now"),
        ("{odds check", "{odds chekc", "chekc", "no roll `chekc`", "check"),
        (": success or better}", ": sucess or better}", "sucess", "nothing is called `sucess`", "success"),
        ("## LA-4 Fights", "## LA-3 Fights", "LA-3 Fights", "LA-3 is the number of a rule", ""),
    ],
)
def test_a_fault_is_found_at_its_place(old: str, new: str, at: str, message: str, suggestion: str) -> None:
    text = TEXT.replace(old, new)
    assert text != TEXT
    found = check_rulebook(Rulebook(text))
    assert found, "no fault was found"
    assert message in found[0].message
    assert suggestion in found[0].suggestion
    assert (found[0].line, found[0].column) == place(text, at)


def test_rows_that_never_count_are_found() -> None:
    front = '+++\nrulebook = 1\nname = "Small"\n+++\n'
    rows = "| when | result |\n| throw >= 2 | good |\n| throw >= 5 + x | never |\n| otherwise | bad |\n"
    few = f"{front}```roll check(x: 0..3 = 0)\nthrow = roll 2d6\n{rows}```\n"
    assert [(fault.line, fault.message, fault.severity) for fault in check_rulebook(Rulebook(few))] == [
        (9, "this row of `check` never applies", "error"),
        (10, "this row of `check` never applies", "error"),
    ]
    many = few.replace("0..3", "0..900")
    assert {fault.severity for fault in check_rulebook(Rulebook(many))} == {"warning"}
    assert check_rulebook(Rulebook(few.replace("throw >= 2", "throw >= 11"))) == []


def test_rows_of_actions_that_never_count_are_warned_of() -> None:
    text = TEXT.replace(
        "| otherwise             |              | miss     |", "| light > 8 | | never |\n| otherwise | | miss |"
    )
    (found,) = check_rulebook(Rulebook(text))
    assert (found.severity, found.line) == ("warning", place(text, "| light > 8")[0])
    assert "this row of `strike` applies in none of" in found.message
    assert check_rulebook(Rulebook(text.replace("light > 8", "light < 3"))) == []


def test_citations_are_checked_although_a_block_cannot_be_read() -> None:
    found = check_rulebook(Rulebook(TEXT.replace("The one with more", "By LA-9, the one with more")))
    broken = check_rulebook(
        Rulebook(TEXT.replace("The one with more", "By LA-9, the one with more").replace("1d4", "1d"))
    )
    assert [fault.message for fault in found] == ["the text cites LA-9, and there is no such rule"]
    assert len(broken) == 2
    assert found[0] in broken


def test_a_figure_that_holds_is_no_fault() -> None:
    assert check_rulebook(Rulebook(TEXT.replace("success or better}", "success or better = 58%}"))) == []
    assert check_rulebook(Rulebook(TEXT.replace("success or better}", "success or better = 58.3%}"))) == []


def test_editors_get_lines_and_characters_from_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.md"
    file.write_text(TEXT.replace("The one with more", "By LA-9, the one with more"))
    assert not check_book(str(file), as_json=True)
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    line, column = place(file.read_text(), "LA-9")
    assert found["range"]["start"] == {"line": line - 1, "character": column - 1}
    assert (found["severity"], found["source"]) == (1, "rulewright")


def test_people_get_one_line_for_each_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.md"
    file.write_text(TEXT.replace("order: grace", "order: grase"))
    assert not check_book(str(file), as_json=False)
    assert "bad.md:48:8: error: nothing is called `grase` here\n    did you mean grace?" in capsys.readouterr().out


def test_a_fight_with_a_billion_states_is_refused_with_the_size() -> None:
    text = TEXT.replace("light: track 0..8 = 8", "light: track 0..9999 = 8").replace("light < 8", "light < 9999")
    (found,) = [fault for fault in Rulebook(text).faults if "states" in fault.message]
    assert "a fight of one against one has 6,400,000,000 states: fewer than 1,000,000,000 are allowed" in found.message
    assert "light 10,000, oil 4" in found.suggestion
    assert found.line == place(text, "```fight")[0]

"""Every fault of a rulebook has the line and column where it stands, says what is wrong, and what to write."""

import pytest

from rulewright.rulebook import BadRulebook, Rulebook, game_of_text

FRONT = '+++\nrulebook = 1\nname = "Small"\n+++\n# Small\n\n## SM-1 Checks\nThrow a die.\n\n'


def roll(*lines: str, header: str = "roll check(score: 0..20 = 7)") -> str:
    return FRONT + "\n".join([f"```{header}", *lines, "```", ""])


GOOD = ("throw = roll 2d6", "| when | result |", "| throw >= score | success |", "| otherwise | failure |")


def test_a_small_rulebook_has_no_faults() -> None:
    assert Rulebook(roll(*GOOD)).faults == []


@pytest.mark.parametrize(
    ("lines", "line", "column", "message", "suggestion"),
    [
        (("throw = roll 2d6", "show thrown"), 12, 6, "nothing is called `thrown`", "throw"),
        (("throw = roll 2d6 keep 3 highest", "show throw"), 11, 14, "cannot keep 3 of 2 dice", "keep fewer"),
        (("x = score / 0", "show x"), 11, 11, "may divide by 0", "max(1"),
        (("x = score == 3", "show x"), 11, 11, "`==` is written `=`", "write ="),
        (("x = score ≥ 3", "show x"), 11, 11, "is not allowed here", ">="),
        (("x = 1000000 * 1000000", "show x"), 11, 13, "can become 1,000,000,000,000", ""),
        (("throw = roll 101d6", "show throw"), 11, 14, "101 dice", "min("),
        (("throw = roll 1d2000", "show throw"), 11, 14, "1 to 1,000 sides", ""),
        (("throw = roll 2d6",), 10, 9, "no outcome", "show"),
        (("throw = roll 2d6", "| when | result |", "| throw > 3 | yes_it_is |"), 13, 3, "no row", "otherwise"),
        (
            ("throw = roll 2d6", "| when | result |", "| otherwise | a |", "| throw > 3 | b |"),
            13,
            3,
            "no row after otherwise",
            "last",
        ),
        (("t = calm if score > 3 else angry", "x = t = clam", "show x"), 12, 9, "nothing is called `clam`", "calm"),
        (("x = roll chekc(score = 3)", "show x"), 11, 10, "no roll `chekc`", "check"),
        (("x = roll check(score = 3)", "show x"), 11, 10, "a roll cannot use itself", "again when"),
        (("needs score > 3", "throw = roll 2d6", "needs throw > 3", "show throw"), 13, 1, "before anything", "up"),
        (("what is this", "show score"), 11, 1, "this line cannot be read", "NAME ="),
        (("x = ((((((((((((((((((((((((((1))))))))))))))))))))))))))", "show x"), 11, 30, "nested too deeply", "name"),
        (("__class__ = 3", "show score"), 11, 1, "is not allowed here", ""),
        (("x = score.__class__", "show x"), 11, 11, "is not allowed here", ""),
        (("x = open(3)", "show x"), 11, 5, "no function `open`", ""),
        (("if = 3", "show score"), 11, 1, "cannot be a name", ""),
        (("x = yes + 1", "show x"), 11, 5, "a yes or no, where a number", ""),
        (("x = 3 if score else 4", "show x"), 11, 10, "where a condition is needed", "compare"),
        (
            ("t = roll 2d6", "u = roll 99d99", "v = roll 99d99", "w = roll 99d99", "show t, u, v, w"),
            13,
            1,
            "ways",
            "fewer",
        ),
        (("throw = roll 100d1000", "show throw"), 11, 14, "99,901 different totals", "fewer"),
        (("throw = roll 90d90 keep 40 highest", "show throw"), 11, 14, "takes too long", "fewer"),
    ],
)
def test_a_fault_names_its_place(lines: tuple[str, ...], line: int, column: int, message: str, suggestion: str) -> None:
    (first, *_) = Rulebook(roll(*lines)).faults
    assert (first.line, first.column) == (line, column), first
    assert message in first.message
    assert suggestion in first.suggestion


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "begins with a line"),
        ("+++\nname = 3", 1, "no end"),
        ("+++\nname = \n+++\n", 2, "cannot be read"),
        ('+++\nname = "A"\n+++\n', 1, "which format"),
        ('+++\nrulebook = 2\nname = "A"\n+++\n', 2, "format 2 is not known"),
        ('+++\nrulebook = 1\nname = "A"\nnmae = "B"\n+++\n', 4, "unknown setting"),
        (FRONT + "```roll check\nshow x\n", 10, "no end"),
        (FRONT + "```rol check\nshow x\n```\n", 10, "unknown kind of block"),
    ],
)
def test_a_fault_of_the_outline_names_its_line(text: str, line: int, message: str) -> None:
    (first, *_) = Rulebook(text).faults
    assert first.line == line
    assert message in first.message


def test_several_faults_are_found_at_once() -> None:
    text = roll("show nothing", header="roll one") + "\n```roll two\nshow nothing\n```\n"
    assert [fault.line for fault in Rulebook(text).faults] == [11, 15]


def test_a_game_with_faults_is_refused_with_the_first() -> None:
    with pytest.raises(BadRulebook, match=r"small\.md line 11, column 6: nothing is called `thrown`"):
        game_of_text(roll("show thrown"), "small.md")

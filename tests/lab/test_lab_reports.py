"""Reports: tables, pictures and words that follow from the numbers; the five of the documentation."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulewright.game import find_game, installed_games
from rulewright.game.percent import percent, points
from rulewright.lab.answers import Answer, Chart, Question, ReportTable, Series, as_typed, questions_of, signed
from rulewright.lab.charts import chart_svg, draw_chart, drawn
from rulewright.lab.report_formats import answer_lines, write_report

DOCS = Path(__file__).parents[2] / "docs"

HEAT = Chart(
    "Up and down",
    "heat",
    "score",
    "rank",
    (1, 2),
    (Series("1", (Fraction(1, 4), None)), Series("2", (Fraction(-1, 4), 0))),
    percent=True,
)
LINES = Chart("A line", "lines", "score", "chance", (1, 2), (Series("a", (0.5, 0.75)),), percent=True)
ANSWER = Answer(
    "By hand.",
    "a < b & `c`.",
    (ReportTable("Who", ("name", "wins %"), (("a", Fraction(1, 3)), ("b", Fraction(2, 3)))),),
    (HEAT, LINES),
)


def written(folder: Path) -> dict[str, str]:
    question = Question(1, "Who <wins>?", "A question.", lambda: ANSWER)
    return {path.name: path.read_text() for path in write_report(folder, "A report", [(question, ANSWER)], "duels")}


def test_a_report_is_markdown_html_and_pictures(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert set(files) == {"duels.md", "duels.html", "question-1-1.svg", "question-1-2.svg"}
    assert "| a | 33.3% |" in files["duels.md"]
    assert "![Up and down](duels/question-1-1.svg)" in files["duels.md"]
    assert (tmp_path / "duels" / "question-1-1.svg").exists()
    assert "<h2>1. Who &lt;wins&gt;?</h2>" in files["duels.html"]
    assert "<strong>Answer:</strong> a &lt; b &amp; <code>c</code>." in files["duels.html"]
    assert files["duels.html"].count("<svg") == 2
    assert [path.name for path in tmp_path.rglob("*.unfinished")] == []


def test_the_pictures_on_a_page_do_not_share_names(tmp_path: Path) -> None:
    page = written(tmp_path)["duels.html"]
    names = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert [name for name, count in names.items() if count > 1] == []
    used = {*re.findall(r"url\(#([^)]+)\)", page), *re.findall(r'href="#([^"]+)"', page)}
    assert used
    assert used <= set(names)


def test_the_same_chart_is_the_same_picture() -> None:
    assert chart_svg(HEAT) == chart_svg(HEAT)
    assert ">+25.0%" not in chart_svg(HEAT)
    assert "25.0%" in chart_svg(HEAT)


@pytest.mark.parametrize("name", ["chart.svg", "chart.png"])
def test_a_chart_is_put_in_place_whole(name: str, tmp_path: Path) -> None:
    draw_chart(LINES, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with pytest.raises(OSError, match="No such file"):
        draw_chart(LINES, tmp_path / "nowhere" / name)


def test_in_the_terminal_words_stand_left_and_numbers_right() -> None:
    assert answer_lines(ANSWER) == [
        "Method: By hand.",
        "",
        "Who",
        "  name  wins %",
        "  a      33.3%",
        "  b      66.7%",
        "",
        "Conclusion: a < b & `c`.",
    ]


def test_the_answer_stands_before_the_numbers_it_follows_from(tmp_path: Path) -> None:
    files = written(tmp_path)
    for name, answer, picture, table in (
        ("duels.md", "**Answer:** a < b", "![Up and down]", "| name | wins % |"),
        ("duels.html", "<strong>Answer:</strong>", "<figure ", "<table>"),
    ):
        assert files[name].index(answer) < files[name].index(picture) < files[name].index(table)


def test_a_page_of_several_questions_begins_with_links_to_them(tmp_path: Path) -> None:
    questions = [Question(number, f"Who wins {number}?", "", lambda: ANSWER) for number in (1, 2)]
    write_report(tmp_path, "A report", [(question, ANSWER) for question in questions])
    page = (tmp_path / "report.html").read_text()
    assert '<li><a href="#q2">Who wins 2?</a></li>' in page
    assert '<section id="q2">' in page


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ((Fraction(7, 2), Fraction(4), Fraction(47, 12)), ["7/2", "4", "47/12"]),
        ((Fraction(7, 2), Fraction(4), Fraction(470, 123)), ["3.500", "4.000", "3.821"]),
        ((0.5, 102.25, None), ["0.5", "102.2", ""]),
        ((0.00001, 0.0, -0.25), ["1e-05", "0.000", "-0.250"]),
        ((1, 2_000_000), ["1", "2,000,000"]),
    ],
)
def test_the_numbers_of_a_column_are_all_written_the_same_way(column: tuple[Any, ...], words: list[str]) -> None:
    table = ReportTable("Numbers", ("name", "number"), tuple(("a", value) for value in column))
    lines = answer_lines(Answer("", "", (table,)))
    assert [line.split()[1:] for line in lines[4:-2]] == [[word] if word else [] for word in words]


def test_differences_of_chances_are_reported_in_percentage_points() -> None:
    assert points(Fraction(1, 8)) == "12.5 percentage points"
    assert points(0.02, Fraction(1, 10**6), joined=" to ") == "2.0 to <0.1 percentage points"


def test_a_loss_too_small_to_show_keeps_its_sign() -> None:
    assert [percent(Fraction(-1, 8)), percent(Fraction(-1, 10**6)), percent(0.0)] == ["-12.5%", "-<0.1%", "0%"]
    small = Chart("Small", "heat", "x", "y", (1,), (Series("1", (Fraction(-1, 10**6),)),), percent=True)
    assert "-&lt;0.1%" in chart_svg(small)


def test_lines_that_lie_on_each_other_are_one_line_with_both_names() -> None:
    same = Chart("Same", "lines", "x", "y", (1, 2), (Series("a", (0, 1)), Series("b", (0, 1)), Series("c", (1, 0))))
    assert "a = b" in chart_svg(same)
    nearly = Chart("Same", "lines", "x", "y", (1, 2), (Series("a", (0.1 + 0.2, 1)), Series("b", (0.3, 1))))
    with looked_at(nearly) as axes:
        assert [line.get_label() for line in axes.lines] == ["a = b"]


@contextmanager
def looked_at(chart: Chart) -> Iterator[Any]:
    """The axes of a chart, while they are drawn."""
    with drawn(chart) as figure:
        figure.canvas.draw()
        yield figure.axes[0]


def test_lines_over_numbers_stand_where_the_numbers_are() -> None:
    chart = Chart("Gaps", "lines", "x", "y", (1, 2, 10), (Series("a", (0, 1, 2)),))
    with looked_at(chart) as axes:
        assert list(axes.lines[0].get_xdata()) == [1, 2, 10]


def test_the_legend_lies_beside_the_bars_and_not_on_them() -> None:
    bars = tuple(Series(name, (1, 1, 1, 1)) for name in ("moving first", "moving second", "moving last"))
    with looked_at(Chart("Full", "bars", "x", "y", ("a", "b", "c", "d"), bars)) as axes:
        (legend,) = axes.figure.legends
        assert not legend.get_window_extent().overlaps(axes.get_window_extent())


@pytest.mark.parametrize(
    ("change", "words"),
    [(Fraction(0), "0"), (Fraction(1, 8), "+12.5"), (Fraction(-1, 8), "-12.5"), (Fraction(-1, 10**6), "-<0.1")],
)
def test_a_change_is_reported_with_its_sign_and_never_as_nothing(change: Fraction, words: str) -> None:
    assert signed(change) == words


def test_values_are_reported_as_they_are_typed() -> None:
    assert [as_typed(value) for value in ("run", 3, True, None, [1, 2])] == ["run", "3", "true", "null", "[1, 2]"]


@pytest.mark.parametrize("slug", installed_games())
def test_the_documentation_has_the_report_of_every_game_with_every_question(slug: str) -> None:
    text = (DOCS / "reports" / f"{slug}.md").read_text()
    for question in questions_of(slug):
        assert f"## {question.number}. {question.title}" in text
    assert "{" not in text
    assert "}" not in text
    for picture in re.findall(r"\]\(([^)]+\.svg)\)", text):
        assert (DOCS / "reports" / picture).exists()


def generated(slug: str, folder: Path) -> None:
    sys.path.insert(0, str(DOCS))
    try:
        from generate import report  # a script of the docs, not a package
    finally:
        sys.path.pop(0)
    report(find_game(slug), folder)


def check_report(slug: str, folder: Path) -> None:
    generated(slug, folder)
    fresh = (folder / f"{slug}.md").read_text()
    assert fresh == (DOCS / "reports" / f"{slug}.md").read_text(), "run `make docs`"


def test_a_report_that_is_quick_to_work_out_is_up_to_date(tmp_path: Path) -> None:
    check_report("die-code", tmp_path)
    assert "<svg" in (tmp_path / "die-code.html").read_text()


@pytest.mark.soak
@pytest.mark.parametrize("slug", [slug for slug in installed_games() if slug != "die-code"])
def test_every_report_is_up_to_date(slug: str, tmp_path: Path) -> None:
    check_report(slug, tmp_path)


@pytest.mark.parametrize("slug", installed_games())
def test_every_question_has_words_of_its_own(slug: str) -> None:
    questions: Any = questions_of(slug)
    assert [question.number for question in questions] == list(range(1, len(questions) + 1))
    assert all(question.title and question.text for question in questions)

"""Pictures of bars: their names can be read, however long."""

from rulewright.lab.answers import Chart, Series
from rulewright.lab.charts import drawn


def bars(*names: str) -> Chart:
    values = tuple(at / 10 for at in range(len(names)))
    return Chart("Choices", "bars", "choice", "chance", names, (Series("", values),), percent=True)


def test_bars_with_long_names_lie_below_one_another_with_the_first_on_top() -> None:
    names = tuple(f"challenge-turn attribute=strength dark={at}" for at in range(20))
    with drawn(bars(*names)) as figure:
        (axes,) = figure.axes
        assert tuple(label.get_text() for label in axes.get_yticklabels()) == names
        assert axes.get_ylim()[0] > axes.get_ylim()[1]
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("chance", "choice")
        assert figure.get_size_inches()[1] > 6


def test_bars_with_short_names_stand() -> None:
    with drawn(bars("attack", "drink")) as figure:
        (axes,) = figure.axes
        assert [label.get_text() for label in axes.get_xticklabels()] == ["attack", "drink"]
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("choice", "chance")


def test_names_that_are_too_long_keep_the_end_that_tells_them_apart() -> None:
    with drawn(bars("x" * 100 + " dark=1", "x" * 100 + " dark=2")) as figure:
        (axes,) = figure.axes
        shown = [label.get_text() for label in axes.get_yticklabels()]
    assert [name[-7:] for name in shown] == [" dark=1", " dark=2"]
    assert all(len(name) == 64 and name.startswith("…x") for name in shown)

"""Percentages are rounded as on the page."""

from fractions import Fraction

from rulewright.game.percent import percent


def test_halves_go_up_as_on_the_page() -> None:
    """A sentence said 6.2% above a table that said 6.3%."""
    assert [percent(Fraction(n, 16)) for n in (1, 3, 5)] == ["6.3%", "18.8%", "31.3%"]
    assert percent(-Fraction(1, 16)) == "-6.3%"

"""Checks for games and rules of your own, for `rulewright check` and for tests.

    import pytest
    from rulewright.testing import assert_sound, checks_of

    @pytest.mark.parametrize("check", checks_of("coinfall"), ids=str)  # or the path of a rulebook
    def test_coinfall(check):
        check()

    def test_my_rule():
        assert_sound(save, 12)

`pytest lanterns.md` runs all checks of a rulebook without a line of code: Rulewright is a plug-in of pytest.

A check raises `AssertionError` with one line per fault, each with the file and line of the rule. No check hangs: a rule
that does not end is stopped and reported.
"""

from rulewright.testing.checks import check_game, checks_of
from rulewright.testing.fault import Fault, NamedCheck
from rulewright.testing.rules import assert_sound, check_rule

__all__ = ["Fault", "NamedCheck", "assert_sound", "check_game", "check_rule", "checks_of"]

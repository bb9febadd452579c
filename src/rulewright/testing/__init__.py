"""Checks for games and rules of your own, for `rulewright check` and for tests.

    import pytest
    from rulewright.testing import assert_sound, checks_of

    @pytest.mark.parametrize("check", checks_of("coinfall"), ids=str)
    def test_coinfall(check):
        check()

    def test_my_rule():
        assert_sound(save, 12)

A check raises `AssertionError` with one line per fault, each with the file and line of the rule. None of them hangs:
a rule without an end is stopped, and named.
"""

from rulewright.testing.fault import Check, Fault
from rulewright.testing.games import check_game, checks_of
from rulewright.testing.rules import assert_sound, check_rule

__all__ = ["Check", "Fault", "assert_sound", "check_game", "check_rule", "checks_of"]

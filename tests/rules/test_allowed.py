"""The values that a type allows, as a list."""

from typing import Annotated, Any, Literal

import pytest

from rulewright.rules import between
from rulewright.rules.allowed import listed_values

Level = Annotated[int, between(1, 3, "the level")]


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (Level, [1, 2, 3]),
        (Level | None, [1, 2, 3]),
        (Annotated[int, between(0, 40, "too many")], []),
        (int, []),
        (Literal["easy", "hard"], ["easy", "hard"]),
        (Literal["easy", None], ["easy"]),
        (Literal["easy"] | Level, []),
        (bool, []),
    ],
)
def test_words_and_few_numbers_are_listed(hint: Any, values: list[Any]) -> None:
    assert listed_values(hint, 10) == values

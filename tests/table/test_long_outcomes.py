"""An outcome of thousands of entries, such as a map, costs its view no more than the lines that are shown."""

from rulewright.game import Words
from rulewright.table.views.wording import details


class Counted(dict[str, int]):
    """An entry that counts how often it is put into words."""

    asked = 0

    def items(self):  # type: ignore[no-untyped-def]
        Counted.asked += 1
        return super().items()


def test_only_the_lines_that_are_shown_are_put_into_words() -> None:
    lines = details(Words(), {"grid": "square", "spaces": [Counted(x=n) for n in range(5_000)]})
    assert len(lines) == 8
    assert Counted.asked < 20

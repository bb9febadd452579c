"""Types bare of their annotations, and what the annotations say."""

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from rulewright.rules import between, meaning
from rulewright.rules.hints import bare, extras, fields_of, is_struct, limits, unannotated

LOW, HIGH = Meta(ge=1, le=9), Meta(ge=5, extra={"names": "tag"})
Small = Annotated[int, LOW]


class Sword(Struct, rename={"sharp": "edge"}):
    sharp: Small
    name: str = ""


@pytest.mark.parametrize(
    ("hint", "kind", "metas", "nullable"),
    [
        (int, int, (), False),
        (Small, int, (LOW,), False),
        (Annotated[Small, HIGH], int, (LOW, HIGH), False),
        (Small | None, int, (LOW,), True),
        (Annotated[Small | None, HIGH], int, (HIGH, LOW), True),
        (int | str | None, int | str, (), True),
        (Annotated[int, "words that are no annotation of ours"], int, (), False),
    ],
)
def test_annotations_and_none_are_taken_off_however_deep(
    hint: Any, kind: Any, metas: tuple[Meta, ...], nullable: bool
) -> None:
    assert bare(hint) == (kind, metas, nullable)


def test_without_its_annotations_alone_a_type_keeps_none() -> None:
    assert unannotated(Annotated[int | None, LOW]) == (int | None, (LOW,))


def test_of_two_limits_the_first_counts() -> None:
    assert limits((HIGH, LOW)) == {"ge": 5, "le": 9}
    assert limits((LOW, HIGH)) == {"ge": 1, "le": 9}
    assert limits(()) == {}


def test_of_two_extras_the_first_counts() -> None:
    other = Meta(extra={"names": "weapon", "of": "who"})
    assert extras((HIGH, other, between(0, 3, "a few"), meaning("some"))) == {"names": "tag", "of": "who"}


def test_the_fields_of_a_struct_have_the_names_that_people_write() -> None:
    assert fields_of(Sword) == {"edge": Small, "name": str}
    assert fields_of(int) == {}
    assert [is_struct(kind) for kind in (Sword, int, Sword(1), list[int])] == [True, False, False, False]

"""Events of every version that was ever written can still be read; the files beside this one hold them."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rulewright.rules import BadInput
from rulewright.table.events import EventBody, TableOpened, read_event, write_event
from rulewright.table.fold import fold_all
from rulewright.table.upcasts import SCHEMA, STEPS

HERE = Path(__file__).parent


def lines(version: int) -> list[bytes]:
    return (HERE / f"events-v{version}.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("version", range(SCHEMA + 1))
def test_events_of_every_version_are_read_and_folded(version: int) -> None:
    events = [read_event(line) for line in lines(version)]
    assert [event.version for event in events] == [SCHEMA] * len(events)
    state = fold_all(events)
    assert state.seq == len(events)
    assert state.settings.title == "An evening"
    assert state.game == "twelves"


def test_there_is_an_event_of_every_kind_in_the_present_version() -> None:
    kinds = {type(read_event(line).body) for line in lines(SCHEMA)}
    assert kinds == set(get_args(EventBody)), "write one of each into the file of the present version"


def test_the_present_version_is_written_as_it_was_read() -> None:
    for line in lines(SCHEMA):
        assert write_event(read_event(line)) == line


def test_events_written_before_a_field_was_added_mean_the_same() -> None:
    """The first file of version 1 never changes; fields that were added since have defaults."""
    first = [read_event(line) for line in (HERE / "events-v1-first.jsonl").read_bytes().splitlines()]
    assert first == [read_event(line) for line in lines(1)][: len(first)]


def test_there_is_a_step_from_every_version_to_the_next() -> None:
    assert sorted(STEPS) == list(range(SCHEMA))


def test_a_draft_without_a_version_is_of_version_0() -> None:
    first = read_event(lines(0)[0])
    assert isinstance(first.body, TableOpened)
    assert b'"version"' not in lines(0)[0]


@pytest.mark.parametrize("version", [SCHEMA + 1, 99, -1, "1", 1.5, None])
def test_a_version_that_nobody_knows_is_refused(version: object) -> None:
    event = msgspec.json.decode(lines(SCHEMA)[0])
    with pytest.raises(BadInput, match="not an event"):
        read_event(msgspec.json.encode(event | {"version": version}))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"3", b"{}", b'{"seq": 1}', b'{"seq":1,"at":"","by":"","fact":{"kind":"x"}}']
)
def test_what_is_no_event_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="not an event"):
        read_event(data)

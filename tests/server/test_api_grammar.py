"""Requests from a grammar of the five games' actions: no 5xx, and none over its limit of time or memory."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from action_grammar import NEW_TABLE, Evening, send
from promised_times import promised
from serving import CLIENT, running

from rulewright.game import installed_games

SOME = 150
MANY = 20_000
"""Of each of the five games: 100,000."""

MOST_GROWTH = 400_000_000
"""Bytes by which the server may grow over the whole run, whose tables are removed one after the other."""


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with running() as address:
        yield address
        assert CLIENT.get(f"{address}/health").json()["ok"] is True


def resident() -> int:
    """Bytes of memory that this process, which is also the server, has now."""
    line = next(one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def play(base: str, slug: str, times: int, seed: int) -> dict[int, int]:
    """Send so many requests; how often each status came back."""
    chance = random.Random(f"{slug} {seed}")
    statuses: dict[int, int] = {}
    evening = Evening(base, slug, chance)
    began = resident()
    for number in range(1, times + 1):
        seat, request = evening.one()
        start = time.perf_counter()
        answer = send(seat, request)
        took = time.perf_counter() - start
        exchange = f"{slug}, {number} of seed {seed} by {seat.seat}: {request} {answer.status_code} {answer.text[:300]}"
        assert answer.status_code < 500, exchange
        assert took < promised(request[1]), f"{took:.1f} s: {exchange}"
        if answer.status_code >= 400:
            assert "\n" not in answer.json()["error"], exchange
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        if number % NEW_TABLE == 0:
            assert evening.master.ask("DELETE", "").status_code == 200
            evening = Evening(base, slug, chance)
        elif number % 10 == 0:
            evening.look()
    evening.master.ask("DELETE", "")
    grown = resident() - began
    assert grown < MOST_GROWTH, f"{slug}: the server grew by {grown:,} bytes in {times} requests"
    return statuses


@pytest.mark.parametrize("slug", installed_games())
def test_a_share_of_the_grammar_is_answered(base: str, slug: str) -> None:
    statuses = play(base, slug, SOME, seed=1)
    assert statuses[200] > SOME // 10, f"a grammar that is always refused shows little: {statuses}"
    assert statuses.keys() - {200}, statuses


@pytest.mark.soak
@pytest.mark.parametrize("slug", installed_games())
def test_a_hundred_thousand_requests_of_the_grammar_are_answered(base: str, slug: str) -> None:
    play(base, slug, MANY, seed=2)

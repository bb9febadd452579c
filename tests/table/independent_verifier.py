"""A verifier of fair dice written from docs/fair-dice.md alone: it uses nothing of the package."""

import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any


def facts(lines: Iterable[bytes]) -> Iterable[dict[str, Any]]:
    """The events of a file after its first line, whole or as one seat saw it, as flat objects."""
    for line in list(lines)[1:]:
        event = json.loads(line)
        yield {**event.get("fact", event), "seq": event["seq"], "by": event["by"]}


def face(key: bytes, label: str, place: int, sides: int) -> int:
    limit = 2**64 - 2**64 % sides
    turn = 0
    while True:
        message = f"{label}.{place}.{turn}"
        number = int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest()[:8], "big")
        if number < limit:
            return number % sides + 1
        turn += 1


def is_own(event: dict[str, Any], stream: str, began: str) -> bool:
    """Whether a stream is that of the event: its owner, a slash, and what was rolled for."""
    seat = began or event.get("begun_by") or event["by"]
    name = event.get("action") or event.get("roll") or event.get("name")
    who = event.get("params", {}).get("who")
    if event["kind"] == "acted" or event.get("what") == "action":
        return stream == f"{who or seat}/{name}"
    if event.get("what") == "notation" or event.get("notation"):
        name = "dice"
    return stream == f"{seat}/{name}"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Period:
    """From one commitment to the next."""

    def __init__(self, event: dict[str, Any]) -> None:
        self.protocol = event.get("protocol", 1)
        self.committed = event["commitment"], event.get("hidden_commitment", "")
        self.seeds = ["", ""]
        self.mixed: list[str] = []
        self.promised: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.rolled: list[tuple[list[str], str, bool, list[int]]] = []


def proved(lines: Iterable[bytes]) -> tuple[int, int]:
    """How many dice of a file were proved, and how many could not be; fails on a die that does not match."""
    periods: list[Period] = []
    of_event: dict[int, Period] = {}
    mixed_at: dict[int, list[str]] = {}
    seen: set[tuple[int, int]] = set()
    began: dict[str, str] = {"": ""}
    draws: dict[tuple[int, str, bool], set[int]] = defaultdict(set)
    dice: list[tuple[Period, list[str], str, bool, list[int]]] = []
    for event in facts(lines):
        kind, seq = event["kind"], event["seq"]
        if kind in ("opened", "branched", "reopened"):
            periods.append(Period(event))
        now = periods[-1]
        if kind == "committed":
            assert not now.shown
            now.promised[event["seat"]] = event["commitment"]
        elif kind == "unseeded":
            now.promised, now.shown = {}, {}
        elif kind == "seeded" and now.protocol == 1:
            now.mixed = [*now.mixed, event["seed"]]
        elif kind == "seeded":
            assert sha(f"{event['seat']}:{event['seed']}") == now.promised[event["seat"]]
            now.shown[event["seat"]] = event["seed"]
            if len(now.shown) == len(now.promised):
                ordered = sorted(now.shown, key=lambda seat: int(seat[1:]))
                now.mixed = [*now.mixed, *(now.shown[seat] for seat in ordered)]
                now.promised, now.shown = {}, {}
        elif kind == "closed":
            now.seeds = [event["seed"], event.get("hidden_seed", "")]
            assert not now.seeds[0] or sha(now.seeds[0]) == now.committed[0]
            assert not now.seeds[1] or sha(now.seeds[1]) == now.committed[1]
        if kind == "waiting":
            began.setdefault(event["pending"], event["by"])
        of_event[seq], mixed_at[seq] = now, now.mixed
        shown = event.get("event") or {} if kind == "revealed" else event
        for die in shown.get("dice") or () if shown.get("kind", kind) in ("acted", "rolled", "waiting") else ():
            rolled_for, place = die[2], die[3]
            if not rolled_for or (rolled_for, place) in seen:
                continue  # typed in, or counted when the action waited
            seen.add((rolled_for, place))
            period = of_event[rolled_for]
            hidden = shown.get("hidden_dice", False)
            stream = shown.get("stream", "")
            label = str((die[4:] and die[4]) or rolled_for) if period.protocol == 1 else f"{stream}.{die[4]}"
            if stream:
                began.setdefault(shown.get("pending", ""), "")
                assert is_own(shown, stream, began[shown.get("pending", "")])
            if place == 0 and stream:
                drawn = draws[periods.index(period), stream, hidden]
                assert die[4] not in drawn
                drawn.add(die[4])
            dice.append((period, mixed_at[rolled_for], label, hidden, die))
    good = unknown = 0
    for period, mixed, label, hidden, (sides, shows, _, place, *_) in dice:
        seed = period.seeds[hidden]
        if not seed:
            unknown += 1
            continue
        key = seed.encode()
        for one in mixed:
            key = hmac.new(key, one.encode(), hashlib.sha256).digest()
        assert face(key, label, place, sides) == shows
        good += 1
    return good, unknown

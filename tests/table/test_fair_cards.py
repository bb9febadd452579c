"""Cards at the table: drawn from the seed that was promised, typed in by name, and provable like dice."""

import hashlib
import hmac
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from a_table import Company, company
from card_game import TOKENS
from msgspec.structs import replace

from rulewright.dice import Deck
from rulewright.game import discovery
from rulewright.table import act, closing
from rulewright.table.audit import audit
from rulewright.table.events import ActionTaken, AnswerAwaited, Event
from rulewright.table.export import export
from rulewright.table.perform import Attempt
from rulewright.table.seeds.fair_dice import player_commitment
from rulewright.table.seeds.player_seeds import commit_seed, show_seed
from rulewright.table.verify import dice_record, verify


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Company:
    entry = EntryPoint("three-cards", "card_game:GAME", discovery.GROUP)
    monkeypatch.setattr(discovery, "_entry_points", lambda: {"three-cards": entry})
    found = company("three-cards")
    found.act(found.gm, "come", {"name": "Ida"})
    found.tables.assign(found.gm, "Ida", found.ann.seat)
    return found


def reach(table: Company, number: int, **how: Any) -> ActionTaken:
    body = table.act(table.ann, "reach", {"who": "Ida", "number": number}, **how).body
    assert isinstance(body, ActionTaken)
    return body


def played(table: Company) -> list[dict[str, Any]]:
    """An evening of cards, closed, as the JSON lines that anyone may have."""
    for number in (2, 1, 3):
        reach(table, min(number, sum(table.state.scene["bag"].values())))
    seed = "cut the deck in three"
    commit_seed(table.tables, table.ann, player_commitment(table.ann.seat, seed))
    show_seed(table.tables, table.ann, seed)
    for number in (2, 2, 1, 3, 2, 2):
        reach(table, min(number, sum(table.state.scene["bag"].values())))
    reach(table, 1, faces=(1,))
    closing.close(table.tables, table.gm)
    lines = [json.loads(line) for line in b"".join(export(table.tables, table.gm)).splitlines()[1:]]
    return [{**line["fact"], "seq": line["seq"]} for line in lines]


def by_hand(lines: list[dict[str, Any]]) -> Iterator[tuple[list[str], list[str]]]:
    """For each hand of the file, the cards that are recorded and those the seed gives: from the documentation alone.

    It follows the text of "Fair dice" and the bag as it was left; nothing of the package is used.
    """
    (seed,) = [line["seed"] for line in lines if line.get("kind") == "closed"]
    (promised,) = [line["commitment"] for line in lines if line.get("kind") == "opened"]
    assert hashlib.sha256(seed.encode()).hexdigest() == promised
    key = seed.encode()
    full = ["gold"] * 4 + ["silver"] * 5 + ["skull"]
    bag = list(full)
    for line in lines:
        if line.get("kind") == "seeded":
            key = hmac.digest(key, line["seed"].encode(), "sha256")
        for step in line.get("breakdown", ()):
            if step["kind"] != "rolled":
                continue
            derived = []
            for place, (sides, face, *rolled) in enumerate(line["dice"]):
                assert sides == len(bag)
                turn, limit = 0, 2**64 - 2**64 % len(bag)
                while True:
                    digest = hmac.digest(
                        key, f"{line['stream']}.{line['dice'][0][4]}.{place}.{turn}".encode(), "sha256"
                    )
                    number = int.from_bytes(digest[:8], "big")
                    if number < limit:
                        break
                    turn += 1
                derived.append(bag.pop((number % len(bag) + 1 if any(rolled) else face) - 1))
            yield step["cards"], derived
            if "skull" in derived:
                bag = list(full)


def test_every_card_is_proved_from_the_documentation_alone(table: Company) -> None:
    hands = list(by_hand(played(table)))
    assert len(hands) >= 7
    assert any(len(recorded) == 3 for recorded, _ in hands)
    for recorded, derived in hands:
        assert recorded == derived


def test_the_verifier_and_the_audit_agree(table: Company) -> None:
    played(table)
    found = verify(map(dice_record, table.events()))
    assert found.holds
    assert found.proved >= 14
    assert found.unproved == 0
    assert audit(table.events()).differences == ()


def test_a_card_that_was_swapped_is_found(table: Company) -> None:
    played(table)

    def swapped(event: Event) -> Event:
        if not isinstance(event.body, ActionTaken) or not event.body.dice:
            return event
        first, *others = event.body.dice
        other = replace(first, face=first.face % first.sides + 1)
        return replace(event, body=replace(event.body, dice=(other, *others), breakdown=()))

    assert not verify(map(dice_record, map(swapped, table.events()))).holds


def test_the_hand_is_shown_as_cards(table: Company) -> None:
    body = reach(table, 3)
    (step,) = body.breakdown
    bag = Deck(TOKENS.copies)
    assert [die.sides for die in body.dice] == [10, 9, 8]
    assert bag.places(*step["cards"]) is not None
    assert sorted(step["cards"]) == sorted(body.outcome["tokens"])


def test_cards_of_a_real_bag_are_typed_in_by_name(table: Company) -> None:
    body = reach(table, 2, faces=("gold", "silver"))
    assert body.outcome == {"success": True, "tokens": ["gold", "silver"]}
    assert table.state.scene["bag"] == {"gold": 3, "silver": 4, "skull": 1}
    waits = act.submit(
        table.tables, table.ann, Attempt("action", "reach", {"who": "Ida", "number": 2}, faces=("gold",))
    )
    assert isinstance(waits.body, AnswerAwaited)
    assert waits.body.need.cards == ("gold",) * 2 + ("silver",) * 4 + ("skull",)
    done = act.answer(table.tables, table.ann, waits.body.pending, faces=("skull",)).body
    assert isinstance(done, ActionTaken)
    assert done.outcome["success"] is False
    assert table.state.scene["bag"] == {"gold": 4, "silver": 5, "skull": 1}
    assert verify(map(dice_record, table.events())).typed == 4


def test_cards_are_typed_by_name_at_the_terminal(tmp_path: Path) -> None:
    announced = tmp_path / "three_cards-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: three-cards\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text("[rulewright.games]\nthree-cards = card_game:GAME\n")
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "roll", "three-cards", "draw", "number=2", "--dice", "Skull, gold"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        timeout=60,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "tokens: 2 cards from the bag → skull, gold" in done.stdout

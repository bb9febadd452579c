"""The golden evening of Untold Aeons over the API: a Narrator and two players with a key each, and typed dice.

Every line is sent by the seat whose it is; values that are the Narrator's wait for the Narrator's approval, and each
decision is answered by its owner and refused to anyone else. What comes of it is what the replay of the rules says.
"""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Seat, joined, open_table, running

from rulewright.cli.arguments import pairs
from rulewright.game import PLAYERS, find_game
from rulewright.game.plain_data import plain
from rulewright.game.typed_input import faces

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER

GAME = find_game("untold-aeons")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with running() as address:
        yield address


class Company:
    """A Narrator and two players; the players' characters are Ann's and Ben's in turn."""

    def __init__(self, base: str, options: dict[str, Any]) -> None:
        self.master = open_table(base, GAME.slug, ready=False, options=options)
        self.players = [joined(self.master, name) for name in ("Ann", "Ben")]
        self.keepers: dict[str, Seat] = {}
        self.decisions = 0
        self.approvals = 0

    def keep(self, name: str) -> None:
        """Give a player's character to one of the players."""
        player = self.players[len(self.keepers) % 2]
        assert self.master.ask("PUT", f"/characters/{name}/keeper", {"seat": player.seat}).status_code == 200
        self.keepers[name] = player

    def seat_for(self, name: str) -> Seat:
        """Who acts and decides for a character; the Narrator where it is nobody's."""
        return self.players[0] if name == PLAYERS else self.keepers.get(name, self.master)

    def turn(self) -> str | None:
        """Whose turn has begun in the fight."""
        actor: str | None = self.master.get()["scene"]["fight"]["actor"]
        return actor

    def actor(self, action: str, scene: Any, params: dict[str, Any]) -> Seat:
        """Who takes an action."""
        entry = GAME.action(action)
        if entry.by == "gm" or params.get("side") == "narrator":
            return self.master
        if entry.whose is not None:
            return self.seat_for(entry.whose.setter(scene, params))
        return (
            self.players[0] if entry.by == "player" and action != GAME.joining else self.seat_for(params.get("who", ""))
        )

    def act(self, seat: Seat, action: str, params: dict[str, Any], dice: list[int], choices: list[str]) -> bool:
        """Take an action and everything that it waits for; whether it was carried out."""
        sent = seat.ask("POST", "/actions", {"action": action, "params": params, **({"faces": dice} if dice else {})})
        left = list(choices)
        while sent.status_code == 200 and sent.json()["event"]["kind"] == "waiting":
            (event,) = self.master.get()["pending"]  # a player is not told what a foe can choose from
            answer: dict[str, Any] = {"pending": event["pending"]}
            if "sets" in event:
                self.approvals += 1
                sent = self.master.ask("POST", "/answers", answer | {"choices": ["approve"]})
            elif not event["choices"]:  # the dice of a reroll, typed by the seat that began
                rest = dice[len(event["dice"]) :]
                sent = seat.ask("POST", "/answers", answer | {"faces": rest}) if rest else self._withdrawn(event)
            elif not left or left[0] not in event["choices"]:
                sent = self._withdrawn(event)
            else:
                self.decisions += 1
                decides = self.seat_for(event["who"])
                answer["choices"] = [left.pop(0)]
                for other in self.players:
                    if other is not decides:
                        assert other.ask("POST", "/answers", answer).status_code == 403, str(event)
                sent = decides.ask("POST", "/answers", answer)
        return sent.status_code == 200 and sent.json()["event"]["kind"] == "acted"

    def _withdrawn(self, event: dict[str, Any]) -> Any:
        return self.master.ask("POST", "/withdrawals", {"pending": event["pending"]})


def test_the_evening_goes_the_same_way_with_three_keys(base: str) -> None:
    lines = (FOLDER / f"{GAME.slug}.txt").read_text().splitlines()
    given = pairs(shlex.split(next(line for line in lines if line.startswith("options ")))[1:], "option")
    company, options, scene = Company(base, given), GAME.table_options(given), GAME.scene()
    done = refused = 0
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("> "):
            continue
        command, *rest = line[2:].split(" | ")
        action, *words = shlex.split(command)
        extra = dict(part.split(" ", 1) for part in rest)
        params, dice = pairs(words, "parameter"), list(faces(extra.get("dice", "")) or ())
        choices = [choice.strip() for choice in extra["choose"].split(",")] if "choose" in extra else []
        wanted = not after.startswith("  refused: ")
        seat = company.actor(action, scene, params)
        begun = wanted and action == "start-turn" and company.turn() == params["who"]  # by itself, at a table
        assert begun or company.act(seat, action, params, dice, choices) == wanted, line
        if not wanted:
            refused += 1
            continue
        done += 1
        scene = GAME.act(action, scene, params, options, faces=dice, choices=choices).outcome[0]
        if action == GAME.joining:
            name = params["character"]["name"]
            if scene.characters[name].kind == "player":
                company.keep(name)
    view = company.master.get()
    for name, sheet in plain(scene)["characters"].items():
        shown = view["characters"][name]["sheet"]
        assert {field: shown[field] for field in sheet} == sheet
    assert view["scene"]["karma"] == plain(scene.karma)
    assert (done, refused) == (137, 40)
    assert (company.decisions, company.approvals) == (32, 14)

"""The golden evening of each game over the API: a game master and two players with a key each, and typed dice.

Every line is sent by the seat whose it is; values that are the game master's wait for approval, and each decision is
answered by its owner and refused to anyone else. Characters are made step by step before they join. What comes of each
line is what was reckoned by hand in the file, and in the end the table stands where the rules alone lead.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import CLIENT, V1, Seat, answered, joined, open_table

from rulewright.game import PLAYERS, Game, find_game, installed_games

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthrough import FOLDER, Entry, act, entries, seats


class Company:
    """A game master and two players, each with a key, and a character or two to each player."""

    def __init__(self, base: str, game: Game, kept: dict[str, str]) -> None:
        self.base, self.game = base, game
        self.master = open_table(base, game.slug, ready=False)
        players = {name: joined(self.master, name) for name in dict.fromkeys(kept.values())}
        self.players = list(players.values())
        self.keepers = {character: players[name] for character, name in kept.items()}
        self.options: dict[str, Any] = {}
        self.decisions = 0
        self.approvals = 0
        self.last = ""

    def seat_for(self, name: str) -> Seat:
        """Who acts and decides for a character; the game master where it is nobody's."""
        return self.players[0] if name == PLAYERS else self.keepers.get(name, self.master)

    def actor(self, entry: Entry, scene: Any) -> Seat:
        """Who takes an action."""
        action, params = self.game.action(entry.action), entry.params
        if action.name == self.game.joining:
            return self.seat_for(params["character"]["name"])
        if action.by == "gm" or params.get("side") == "narrator":
            return self.master
        if action.whose is not None:
            return self.seat_for(action.whose.setter(scene, params))
        return self.players[0] if action.by == "player" else self.seat_for(params.get("who", ""))

    def make(self, wanted: dict[str, Any]) -> None:
        """Make a character step by step: each step is legal in its turn, and the last one completes the sheet."""
        chosen: dict[str, Any] = {}
        path = f"{self.base}{V1}/games/{self.game.slug}/creation"
        for step in self.game.creation:
            if step.field in wanted:
                chosen[step.field] = wanted[step.field]
        made = answered(CLIENT.post(path, json={"wanted": chosen, "options": self.options}))
        assert made["sheet"] is not None, made["error"]

    def take(self, entry: Entry, seat: Seat) -> dict[str, Any] | None:
        """Take an action and everything that it waits for; what happened, or None if it was not carried out."""
        body = {"action": entry.action, "params": entry.params} | ({"faces": entry.dice} if entry.dice else {})
        sent = seat.ask("POST", "/actions", body)
        left = list(entry.choices)
        while sent.status_code == 200 and sent.json()["event"]["kind"] == "waiting":
            (event,) = self.master.get()["pending"]  # a player does not see what a foe can choose from
            answer: dict[str, Any] = {"pending": event["pending"]}
            if "sets" in event:
                self.approvals += 1
                sent = self.master.ask("POST", "/answers", answer | {"choices": ["approve"]})
            elif not event["choices"]:  # the dice of a reroll, typed by the seat that began
                rest = entry.dice[len(event["dice"]) :]
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
        self.last = sent.text
        if sent.status_code != 200 or sent.json()["event"]["kind"] != "acted":
            return None
        seq = sent.json()["event"]["seq"]
        (event,) = [one for one in self.master.get("/log", after=seq - 1)["events"] if one["seq"] == seq]
        return dict(event)

    def _withdrawn(self, event: dict[str, Any]) -> Any:
        return self.master.ask("POST", "/withdrawals", {"pending": event["pending"]})

    def scene(self) -> dict[str, Any]:
        """The scene as the game master sees it, with the sheets in it."""
        view = self.master.get()
        return {**view["scene"], "characters": {name: one["sheet"] for name, one in view["characters"].items()}}

    def scene_like(self, scene: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The scene of the table and one that the rules alone lead to; a sheet is shown with more than its fields."""
        shown, wanted = self.scene(), msgspec.json.decode(msgspec.json.encode(scene))
        sheets = wanted["characters"]
        own = {  # what is left out may be shown as it is derived
            name: {
                field: value if value is None else shown["characters"][name][field] for field, value in sheet.items()
            }
            for name, sheet in sheets.items()
        }
        return {name: shown[name] for name in wanted} | {"characters": own}, wanted


@pytest.mark.parametrize("slug", installed_games())
def test_the_evening_goes_the_same_way_with_three_keys(slug: str, base: str) -> None:
    text, game = (FOLDER / f"{slug}.txt").read_text(), find_game(slug)
    company, options, scene = Company(base, game, seats(text)), game.table_options(), game.scene()
    for entry in entries(text):
        if not entry.action:
            company.options, options = entry.params, game.table_options(entry.params)
            company.master.post("/options", options=entry.params)
            continue
        after, _ = act(game, scene, options, entry)
        begins = game.fights is not None and entry.action == game.fights.begin
        if begins and not entry.refused:
            found, wanted = company.scene_like(after)
            if found == wanted:  # it has begun by itself
                scene = after
                continue
        if entry.action == game.joining and entry.params["character"]["name"] in company.keepers and not entry.refused:
            company.make(entry.params["character"])
        event = company.take(entry, company.actor(entry, scene))
        assert (event is None) == bool(entry.refused), f"line {entry.line}: {entry.command}: {company.last}"
        if event is not None:
            entry.check(company.scene(), event["outcome"])
        scene = after
    found, wanted = company.scene_like(scene)
    assert found == wanted
    assert len(company.players) == 2
    if slug == "untold-aeons":  # the game that asks most, and whose Narrator approves most
        assert company.decisions >= 32
        assert company.approvals >= 14

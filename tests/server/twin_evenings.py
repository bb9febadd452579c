"""The same random evening at two tables that differ in secrets alone, each on a server of its own.

The tables begin as copies, with the same seats, keys and seed. Whatever is done is done at both. What
is done in the open is the same; what is done in secret has other words, dice or numbers at the second
table. So a viewer who may not know a secret must get the same from both servers, byte for byte: every
answer and every refusal is compared as it comes, and every live message in the end. Secrets in words
carry marks besides, and every byte to viewers who may not know them is searched for these.

An action may come out differently because of a secret, and everyone may see how it came out. So each
is worked out for both tables beforehand and done only if what is open of it is the same.
"""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct
from serving import CLIENT, Seat, joined, open_table
from twin_probes import answers_differ, probes
from twin_questions import Question, looking, refusals, the_fight, the_odds
from twin_secrets import FOES, MARK, OPTIONS, SECRET_DEEDS, STRANGERS
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from rulewright.game import Game, find_game
from rulewright.rules import BadInput, Refused
from rulewright.table.audit import audit
from rulewright.table.diff import Change
from rulewright.table.events import ActionTaken, AnswerAwaited, RollMade
from rulewright.table.perform import Attempt, AttemptAtTable, perform
from rulewright.table.seeds import fair_dice
from rulewright.table.seeds.draws import draw_for, has_hidden_dice, stream_of
from rulewright.table.seeds.fair_dice import player_commitment
from rulewright.table.state import TableState
from rulewright.table.stores.memory import MemoryStore
from rulewright.table.table_dice import TableDice
from rulewright.table.table_file import read_dice, read_log
from rulewright.table.tables import Tables
from rulewright.table.verify import verify


class Place(Struct, frozen=True):
    """A server, the store behind it, and the tables in that."""

    base: str
    store: MemoryStore
    tables: Tables


class Listener:
    """Follows a table until it is closed, and keeps every message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.heard: list[str] = []
        self._socket = socket
        self._changed = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                message = str(self._socket.recv())
                with self._changed:
                    self.heard.append(message)
                    self._changed.notify_all()
        except ConnectionClosed:
            return

    def until(self, words: str) -> list[str]:
        """Everything heard, once some words have been."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(words in one for one in self.heard), 30), f"{words!r} never came"
            return list(self.heard)


class Evening:
    """One random evening at two tables. `kept` is whose secrets differ: the game master's, or Ann's."""

    def __init__(self, places: tuple[Place, Place], slug: str, seed: int, kept: str = "") -> None:
        self.name = f"{slug} {seed}"
        self.places, self.random = places, Random(self.name)
        self.game: Game = find_game(slug)
        self.kept = kept or self.random.choice(["gm", "gm", "ann"])
        self.seats = self._seated()
        self.blind = ("ann", "ben", "sid") if self.kept == "gm" else ("ben", "sid")
        """Those who may not know what differs."""
        self.others = [name for name in self.seats if name != "gm"]
        self.marks = 0
        self.compared = 0
        self.probed = 0
        self.different: list[str] = []
        """Attempts that one table allows and the other refuses: a committed action may tell, and leaves its event."""
        self.listening = ExitStack()
        self.listeners: dict[tuple[str, int], Listener] = {}
        for name, pair in self.seats.items():
            for at in (0, 1) if name != "gm" else ():
                self.listeners[name, at] = Listener(self.listening.enter_context(pair[at].live()))
                self.listeners[name, at].until('"hello"')  # one after the other: each hears who is there

    # --- sitting down

    def _seated(self) -> dict[str, tuple[Seat, Seat]]:
        """The game's own example, played by two players before a spectator; then all of it copied."""
        first, second = self.places
        opening = self.game.opening
        assert opening is not None
        options = OPTIONS.get(self.game.slug, {})
        with pytest.MonkeyPatch.context() as patch:  # the same evening fails again
            patch.setattr(fair_dice, "new_seed", lambda: hashlib.sha256(self.name.encode()).hexdigest())
            master = open_table(first.base, self.game.slug, ready=False, options=options)
        for action, params in opening.steps:
            master.post("/actions", action=action, params=self._marked(action, dict(params), opening.heroes))
        players = [joined(master, name) for name in ("Ann", "Ben")]
        for hero, player in zip(opening.heroes, players, strict=False):
            assert master.ask("PUT", f"/characters/{hero}/keeper", {"seat": player.seat}).status_code == 200
        seats = {"gm": master, "ann": players[0], "ben": players[1], "sid": joined(master, "Sid", "spectator")}
        table = master.table
        second.store.fill([table], [kept for kept in first.store.contents() if kept.table == table])
        return {name: (one, msgspec.structs.replace(one, base=second.base)) for name, one in seats.items()}

    def _marked(self, action: str, params: dict[str, Any], heroes: tuple[str, ...]) -> dict[str, Any]:
        """A foe of the example has marks on the sheet, the same at both tables."""
        wish = params.get("character")
        if action != self.game.joining or not isinstance(wish, dict) or wish["name"] in heroes:
            return params
        words = {name: value for name, value in STRANGERS[self.game.slug][0].items() if name in ("tags", "notes")}
        return {"character": wish | words}

    # --- asking both

    def both(self, who: str, method: str, path: str, *bodies: Any) -> tuple[httpx.Response, httpx.Response]:
        """Ask the same of both servers, with a body of its own for each if they differ."""
        pair = self.seats[who]
        given = bodies or (None,)
        first, second = pair[0].ask(method, path, given[0]), pair[1].ask(method, path, given[-1])
        self.check(who, first, second, f"{method} {path} {bodies}")
        return first, second

    def check(self, who: str, first: httpx.Response, second: httpx.Response, asked: str) -> None:
        """What two servers said to a seat holds no mark, and is the same if they may not know the difference."""
        if who == "gm":
            assert first.status_code == second.status_code, f"out of step: {asked}: {first.text} {second.text}"
            return
        for answer in (first, second):
            assert answer.status_code < 500, f"{asked}: {answer.text}"
            self.search(who, answer.text, asked)
        answers = [(one.status_code, one.headers["content-type"], alike(one.text)) for one in (first, second)]
        if who in self.blind and not any('"over budget"' in one.text for one in (first, second)):
            self.compared += 1
            assert answers[0] == answers[1], f"{who} can tell the tables apart: {difference(*answers)}, by {asked}"

    def search(self, who: str, text: str, asked: str) -> None:
        """No seat gets a mark of another seat."""
        for mark in re.findall(rf"{MARK}\S*", text):
            own = who == "ann" and mark.startswith(f"{MARK}-ann-")
            assert own, f"{who} gets {mark} by {asked}: {text[:3_000]}"

    def secret(self, owner: str, words: str = "") -> tuple[str, str]:
        """Something only its owner and the game master know; another at the second table if that is whose differ."""
        self.marks += 1
        mark = f"{MARK}-{owner}-{self.marks}"
        return f"{words}{mark}", f"{words}{mark}{'-or-not' if owner == self.kept else ''}"

    # --- what would come of it

    def states(self) -> tuple[TableState, TableState]:
        """How both tables stand."""
        table = self.seats["gm"][0].table
        return self.places[0].tables.state(table), self.places[1].tables.state(table)

    def forecast(
        self,
        at: int,
        wanted: Attempt,
        pending: str,
        kept: tuple[Any, ...] = (),
        typed: tuple[int, ...] | None = None,
        by: str = "gm",
    ) -> Any:
        """What an attempt would come to at a table; None when it is refused."""
        state, place = self.states()[at], self.places[at]
        begun = state.pending.get(pending)
        is_drawn = begun is not None and bool(begun.body.stream)
        stream = begun.body.stream if begun and is_drawn else stream_of(self.seats[by][0].seat, wanted)
        hidden = begun.body.hidden_dice if begun and is_drawn else has_hidden_dice(self.game, wanted)
        table = self.seats["gm"][0].table
        draw = None if typed is not None else draw_for(place.tables, table, state, state.seq + 1, stream, hidden)
        try:
            return perform(
                AttemptAtTable(self.game, state, wanted, TableDice(kept, typed or (), draw, state.seq + 1), pending)
            )
        except (BadInput, Refused):
            return None

    def open_part(self, fact: Any, audience: str) -> Any:
        """What everyone may see of a fact: nothing of hidden sheets, or of a hidden roll but what it changed."""
        if fact is None:
            return None
        if isinstance(fact, AnswerAwaited):
            open_dice = fact.dice if audience == "everyone" else ()
            return "waits", fact.need.who, fact.need.name, fact.need.sides, fact.need.choices, open_dice
        changes = fact.changes if isinstance(fact, ActionTaken) else ()
        seen = [part for change in changes for part in self._open_parts(change)]
        if audience != "everyone":
            return "done", seen
        name = fact.action if isinstance(fact, ActionTaken) else fact.roll or fact.notation
        secrets = self.game.secrets
        outcome = fact.outcome
        if isinstance(outcome, dict):
            outcome = {field: value for field, value in outcome.items() if field not in secrets.outcomes.get(name, ())}
        more: Any = (fact.choices, fact.cites)
        if self._takes_part(fact):
            listed = [field.split(".") for field in secrets.foe_outcomes.get(name, ())]
            outcome, more = [value for path, value in leaves(outcome, ()) if is_listed(path, listed)], ()
        # With a secret in its outcome, dice and decisions are secret as well.
        return "done", seen, outcome, () if secrets.outcomes.get(name) else (fact.dice, more)

    def _takes_part(self, fact: Any) -> bool:
        """Whether a hidden character is named, or changed, or present while no one is named."""
        present = set(self.states()[0].scene["characters"])
        hidden = present - self.heroes()
        named = {value for _, value in leaves(fact.params, ()) if isinstance(value, str)} | set(fact.params)
        named |= {one for value in fact.params.values() if isinstance(value, list) for one in value if one in present}
        changes = fact.changes if isinstance(fact, ActionTaken) else ()
        changed = {change.path[2] for change in changes if change.path[1:2] == ("characters",)}
        return bool(changed - self.heroes() or named & hidden or (hidden and not named & present))

    def _open_parts(self, change: Change) -> Iterator[Any]:
        """What players may see of a change, value by value."""
        secrets = self.game.secrets
        for when, whole in (("before", change.before), ("after", change.value)):
            for path, value in leaves(whole, change.path[1:]):
                if path[0] == "characters":
                    is_open = path[1] in self.heroes() or (len(path) > 2 and path[2] in secrets.foe_shows)
                else:
                    places = [tuple(place.split(".")) for place in (*secrets.scene, *secrets.foe_scene)]
                    is_open = not any(path[: len(place)] == place for place in places)
                if is_open:
                    yield when, path, value

    def heroes(self) -> set[str]:
        """Those whom players play."""
        return {name for name, kept in self.states()[0].keepers.items() if kept.seat}

    # --- the evening

    def run(self, steps: int) -> None:
        """Play, prying all the time, and once more when it is over."""
        try:
            self._run(steps)
        finally:
            self.listening.close()

    def _run(self, steps: int) -> None:
        self.stranger_comes()
        self.whisper()
        self.do_in_secret()
        actions: list[tuple[int, Callable[[], None]]] = [
            (10, self.act),
            (4, self.roll),
            (3, self.whisper),
            (4, self.go_on),
            (1, self.ask_for),
            (1, self.do_in_secret),
            (1, self.back_and_forth),
            (1, self.reveal),
            (1, self.add_seed),
            (4, lambda: self.pry(self.random.choice(self.others), looking)),
            (2, lambda: self.pry(self.random.choice(self.others), the_odds)),
            (1, lambda: self.pry(self.random.choice(self.others), the_fight)),
            (1, lambda: self.pry(self.random.choice(self.others), refusals)),
        ]
        weights = [weight for weight, _ in actions]
        for _ in range(steps):
            self.random.choices([action for _, action in actions], weights)[0]()
        if self.random.random() < 0.5:
            self.branch()
        for name in self.others:
            self.pry(name, looking)
            self.pry(name, refusals)
        self.pry(self.random.choice(self.blind), the_fight)
        self.pry(self.random.choice(self.blind), the_odds)
        self.both("gm", "POST", "/messages", {"text": "good night"})
        self.compare_listeners()
        self.both("gm", "POST", "/close", {})
        self.prove()

    def stranger_comes(self) -> None:
        """A character like a hero, whom only the game master knows, and who is another at the second table."""
        opening = self.game.opening
        assert opening is not None
        wish = next(dict(params["character"]) for action, params in opening.steps if action == self.game.joining)
        versions = STRANGERS[self.game.slug] if self.kept == "gm" else STRANGERS[self.game.slug][:1] * 2
        mark = self.secret("gm")
        bodies = [
            {
                "action": self.game.joining,
                "params": {"character": marked(wish | {"name": "Stranger"} | version, mark[at])},
            }
            for at, version in enumerate(versions)
        ]
        answers = [*self.both("gm", "POST", "/actions", *bodies)]
        if self.game.slug in FOES:
            foes = FOES[self.game.slug] if self.kept == "gm" else FOES[self.game.slug][:1] * 2
            answers += self.both("gm", "POST", "/actions", *({"action": "foe", "params": foe} for foe in foes))
        assert [answer.status_code for answer in answers] == [200] * len(answers), answers[-1].text

    def act(self) -> None:
        """A seat does something legal, in the open or in secret."""
        who = self.random.choice(["gm", "gm", "ann", "ben"])
        offers = self.seats[who][0].get("/offers")["offers"]
        for _ in range(8 if offers else 0):
            offer = self.random.choice(offers)
            way = self.random.choice(offer["ways"])
            given = {name: self.given(offer, way, name) for name in way["needs"]}
            if self.attempt(who, "action", offer["action"], way["params"] | given):
                return

    def given(self, offer: dict[str, Any], way: dict[str, Any], name: str) -> Any:
        """Something for a parameter that has to be given besides: one of its values, a number, or a word."""
        ask = next(one for one in offer["asks"] if one["name"] == name)
        if ask["kind"] == "number":
            return self.random.randint(max(1, ask["least"] or 0), max(1, min(3, ask["most"] or 3)))
        return self.random.choice(way["may"].get(name) or ask["items"] or ["something"])

    def attempt(self, who: str, what: Any, name: str, params: dict[str, Any]) -> bool:
        """Do something at both tables, if what is open of it is the same."""
        audience = self.random.choice(["everyone", "everyone", "everyone", "gm", "private", "blind"])
        owner = "gm" if who == "gm" or audience == "blind" else who
        body: dict[str, Any] = {"params": params, "audience": audience}
        body |= {"action": name} if what == "action" else {what: name}
        bodies = [dict(body), dict(body)]
        wanted = Attempt(what, name, params, audience=audience)  # type: ignore[arg-type] # a word of the audience
        if audience != "everyone" and owner == self.kept:
            for at, one in enumerate(bodies):
                one["faces"] = self.typed(at, wanted)
        facts = [
            self.forecast(at, msgspec.structs.replace(wanted, faces=one.get("faces")), "p0", (), one.get("faces"), who)
            for at, one in enumerate(bodies)
        ]
        known = self.known(audience, who)
        if facts[0] is None or self.open_part(facts[0], known) != self.open_part(facts[1], known):
            return False
        path = "/actions" if what == "action" else "/rolls"
        answers = self.both(who, "POST", path, *bodies)
        return answers[0].status_code == 200

    def known(self, audience: str, by: str) -> str:
        """For whom something is, as far as it matters here: who does it knows it, and may be one who must be blind."""
        own = by in self.blind and audience in ("private", "gm")
        return "everyone" if own else audience

    def typed(self, at: int, wanted: Attempt) -> tuple[int, ...]:
        """Random faces for everything that an attempt rolls, up to its first decision."""
        faces: tuple[int, ...] = ()
        wanted = msgspec.structs.replace(wanted, faces=())
        while True:
            fact = self.forecast(at, wanted, "p0", (), faces)
            if not isinstance(fact, AnswerAwaited) or not fact.need.sides or len(faces) > 40:
                return faces
            faces = (*faces, self.random.randint(1, fact.need.sides))

    def roll(self) -> None:
        """A seat rolls something of the catalogue, or any dice."""
        who = self.random.choice(["gm", "ann", "ben"])
        if self.random.random() < 0.5:
            self.attempt(who, "notation", self.random.choice(["2d6", "1d20", "4d6kh3"]), {})
        else:
            self.attempt(who, "roll", self.random.choice(self.game.rolls).name, {})

    def whisper(self) -> None:
        """A player or the GM says something to the GM alone, or to one seat, or keeps a note that one of them sees."""
        who = self.random.choice(["gm", "ann"])
        to: dict[str, Any] = self.random.choice([{"to_gm": True}, {"to": self.seats["ann"][0].seat}])
        if who == "ann":
            to = {"to_gm": True}
        kept = self.random.choice([{}, {"title": "Kept"}])
        texts = self.secret("ann" if "to" in to else who, "between us: ")
        self.both(who, "POST", "/messages", *({"text": text, **to, **kept} for text in texts))
        self.both("ben", "POST", "/messages", {"text": "what are you two whispering?"})

    def go_on(self) -> None:
        """Whatever waits is decided by a seat that may, or called off."""
        first, second = self.states()
        for name, waits in first.pending.items():
            fact, other = waits.body, second.pending[name].body
            choices: list[tuple[Any, ...]] = [
                (choice,) for choice in fact.need.choices if choice in other.need.choices
            ] or [()]
            choice = self.random.choice(choices)
            facts = [self._answered(at, name, choice) for at in (0, 1)]
            begun = next(who for who, pair in self.seats.items() if pair[0].seat == waits.by)
            known = self.known(fact.audience, begun)
            same = self.open_part(facts[0], known) == self.open_part(facts[1], known)
            if facts[0] is not None and same:
                answer = self.random.choice(self.others)
                body = {"pending": name, "choices": list(choice)}
                if self.both(answer, "POST", "/answers", body)[0].status_code != 200:
                    self.both("gm", "POST", "/answers", body)
            else:
                self.both("gm", "POST", "/withdrawals", {"pending": name})

    def _answered(self, at: int, name: str, choice: tuple[Any, ...], faces: tuple[int, ...] | None = None) -> Any:
        fact = self.states()[at].pending[name].body
        given = () if fact.typed else None
        wanted = Attempt(fact.what, fact.name, fact.params, given, (*fact.choices, *choice), fact.audience)
        typed = () if fact.typed and not fact.need.sides else None
        return self.forecast(at, wanted, name, fact.dice, typed if faces is None else faces)

    def ask_for(self) -> None:
        """The game master asks for an action; what only they may know of it differs."""
        heroes = sorted(self.heroes())
        secret = [name for name in self.game.secrets.outcomes if name in {action.name for action in self.game.actions}]
        action = self.random.choice(secret or [self.game.actions[1].name])
        fields = self.game.secrets.outcomes.get(action, ())
        takes = [one.name for one in self.game.action(action).parameters if one.name in fields]
        numbers = [2, 4 if self.kept == "gm" else 2]
        bodies = [{"action": action, "of": heroes, "params": dict.fromkeys(takes, number)} for number in numbers]
        self.both("gm", "POST", "/requests", *bodies)

    def do_in_secret(self) -> None:
        """The game master does something that the game itself keeps from the players."""
        if self.game.slug in SECRET_DEEDS and not self.states()[0].pending:
            action, *versions = SECRET_DEEDS[self.game.slug]
            marks = self.secret("gm")
            versions = versions if self.kept == "gm" else versions[:1] * 2
            bodies = [
                {"action": action, "params": marked(one, mark)} for one, mark in zip(versions, marks, strict=True)
            ]
            self.both("gm", "POST", "/actions", *bodies)

    def back_and_forth(self) -> None:
        """Undo, and sometimes redo; a player may only take back what was theirs."""
        self.both(self.random.choice(["gm", "ann", "ben"]), "POST", "/undo", {})
        if self.random.random() < 0.5:
            self.both(self.random.choice(["gm", "ann"]), "POST", "/redo", {})

    def reveal(self) -> None:
        """A roll that was hidden, and the same at both tables, is shown to everyone."""
        table = self.seats["gm"][0].table
        logs = [list(place.tables.log(table).events()) for place in self.places]
        hidden = [
            one.seq
            for one, other in zip(*logs, strict=True)
            if isinstance(one.body, ActionTaken | RollMade)
            and one.body.audience != "everyone"
            and one.body == other.body
        ]
        hidden = [seq for seq in hidden if MARK not in str(logs[0][seq - 1].body)]
        if hidden:
            self.both("gm", "POST", "/reveals", {"seq": self.random.choice(hidden)})

    def add_seed(self) -> None:
        """The players commit to seeds for the dice, and show them."""
        seeds = {who: f"a seed of {who}: {self.random.random()}" for who in ("ann", "ben")}
        for who, seed in seeds.items():
            commitment = player_commitment(self.seats[who][0].seat, seed)
            self.both(who, "POST", "/seed-commitments", {"commitment": commitment})
        for who, seed in seeds.items():
            self.both(who, "POST", "/seeds", {"seed": seed})

    # --- prying

    def probe(self, who: str, hero: str, wanted: int) -> None:
        """A seat tries every action with wrong parameters, and both servers answer the same."""
        tries, compared = 0, 0
        for probe in probes(self, who, hero):
            tries += 1
            if compared >= wanted or tries > 20 * wanted:
                break
            apart = answers_differ(self, who, probe)
            if apart:
                self.different.append(f"{probe.action} {probe.params} {probe.faces}")
            if apart or apart is None:
                continue
            answers = self.both(who, "POST", probe.path, probe.body)
            compared += 1
            first, second = self.states()
            assert first.seq == second.seq, f"only one of the tables has written an event: {probe}"
            for one in list(first.pending) if answers[0].status_code == 200 else ():
                compared += self._answered_wrongly(who, one)
                self.both("gm", "POST", "/withdrawals", {"pending": one})
        self.probed += compared

    def _answered_wrongly(self, who: str, pending: str) -> int:
        """Answers that a pending action does not take, after decisions of the game master; how many were compared."""
        compared = 0
        for _ in range(3):
            for faces, choices in (((2,) * 60, []), ((99,), []), (None, ["x"]), ((2,), ["x", "x"])):
                body = {"pending": pending, "choices": choices} | ({} if faces is None else {"faces": faces})
                waits = [state.pending.get(pending) for state in self.states()]
                if waits[0] is None or waits[1] is None or waits[0].body.need != waits[1].body.need:
                    return compared
                done = [self._answered(at, pending, tuple(choices), faces) is not None for at in (0, 1)]
                if any(done) or (choices and not waits[0].body.need.choices):  # or the server rolls without them
                    continue
                self.both(who, "POST", "/answers", body)
                compared += 1
            need = self.states()[0].pending[pending].body.need
            if not need.choices or need.approval:
                return compared
            self.both("gm", "POST", "/answers", {"pending": pending, "choices": [need.choices[0]], "faces": []})
        return compared

    def pry(self, who: str, question: Question) -> None:
        """A seat asks for what it may have, and for what it may not."""
        for method, path, body in question(self, who):
            self.both(who, method, path, body)

    def branch(self) -> None:
        """Another way from some event on, which a new player joins."""
        at = self.random.randint(2, self.states()[0].seq)
        answers = self.both("gm", "POST", "/branches", {"at": at})
        masters = [Seat(pair.base, **answer.json()) for pair, answer in zip(self.seats["gm"], answers, strict=True)]
        guests = [joined(master, "Zoe") for master in masters]
        for path in ("", "/log", "/export", "/story", "/offers", "/luck"):
            branch_views = [guest.ask("GET", path) for guest in guests]
            for guest, answer in zip(guests, branch_views, strict=True):
                answer._content = answer.content.replace(guest.table.encode(), b"TABLE")
            self.check("sid", branch_views[0], branch_views[1], f"GET {path} of a branch at {at}")

    def compare_listeners(self) -> None:
        """Everything heard live and from the beginning is the same, in the same order."""
        for name in self.others:
            heard = [[*self.listeners[name, at].until("good night"), *self.streamed(name, at)] for at in (0, 1)]
            for one in (*heard[0], *heard[1]):
                self.search(name, one, "a live message")
            if name in self.blind:
                first, second = ([alike(one) for one in messages if is_told(one)] for messages in heard)
                assert first == second, f"{name} hears something else: {difference(first, second)}"

    def streamed(self, name: str, at: int) -> Iterator[str]:
        """Everything from an event on as JSON lines, as a client gets it whose connection was broken."""
        seat = self.seats[name][at]
        last = self.states()[at].seq
        headers = {**seat.headers, "Accept": "application/x-ndjson"}
        with CLIENT.stream("GET", f"{seat.base}{seat.path}/events?after={last // 3}", headers=headers) as stream:
            for line in stream.iter_lines():
                yield line
                if "good night" in line:
                    return

    def prove(self) -> None:
        """The dice are proved by every seat's own file, and the rules give the same again."""
        for name, pair in self.seats.items():
            lines = pair[0].ask("GET", "/export").content.splitlines()
            found = verify(read_dice(lines))
            assert found.holds, f"{name}: event {found.seq}: {found.fault}"
            if name == "gm":
                assert audit(read_log(lines)[1]).differences == ()


def is_listed(path: tuple[str, ...], listed: list[list[str]]) -> bool:
    """Whether a place in an outcome is among those that a game lists."""
    return any(list(path[: len(one)]) == one for one in listed)


def leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value in plain data that is no object itself, with its place."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value):
        for one in value:
            yield from leaves(one, path)
    else:
        yield path, value


def marked(value: Any, mark: str) -> Any:
    """A wish with a mark wherever one belongs, also among the names of its fields."""
    return json.loads(json.dumps(value).replace(MARK, mark))


def alike(text: str) -> str:
    """An answer without its moments, which differ between any two servers.

    Advice that is simulated for so many seconds has other figures each time: of it the choices are compared.
    """
    if text.startswith('{"method":"simulated"') and '"tried":' in text:
        found = json.loads(text)
        facts = [found[name] for name in ("note", "who", "question", "plans", "left_out")]
        return json.dumps([*facts, sorted(one["choice"] for one in found["tried"])])
    return re.sub(
        r"\d{4}-\d\d-\d\dT[\d:.]+Z",
        "MOMENT",
        re.sub(r'"(name|commitment|hidden_commitment)":"[0-9a-f]{64}"', "HASH", text),
    )


def difference(first: Any, second: Any) -> str:
    """Where two answers begin to differ."""
    one, other = str(first), str(second)
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 200) : at + 150]}... or ...{other[max(0, at - 20) : at + 150]}..."


def is_told(message: str) -> bool:
    """Whether a message tells of the table; who is there, and that the line is open, depends on the moment."""
    return json.loads(message)["type"] not in ("presence", "ping")

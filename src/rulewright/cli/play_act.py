"""Actions in the terminal: the numbered list of legal actions, then parameters, dice and decisions."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any

import click
import msgspec
from msgspec import Struct

from rulewright.cli.play_console import Back, Console
from rulewright.cli.play_forms import matching
from rulewright.cli.play_odds import ActionChances, Patience, chances, chances_after, odds_text, whole_text
from rulewright.cli.play_parameters import Asking, read_pairs
from rulewright.cli.terminal import columns, rule_lines
from rulewright.game import Ask, Game, Offer, Way
from rulewright.game.typed_input import faces_or_cards
from rulewright.game.words import Words
from rulewright.rules import BadInput
from rulewright.rules.rule import cites
from rulewright.table.act import answer, submit
from rulewright.table.approvals import APPROVE, REFUSE
from rulewright.table.events import AnswerAwaited, Audience, Event
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.state import Keeper, TableState
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.views.wording import attempt_text, attempt_words, printable

_MOST_WAYS = 4
"""An action with at most this many ways has a line for each."""

_MOST_PRICED = 30

MASTER = "gm"


class ListedAction(Struct, frozen=True):
    """One line of the list: an action of one character, in one way or in several."""

    offer: Offer
    ways: tuple[Way, ...]

    def line(self, words: Words) -> str:
        """The line in the words of the game: `Ada: attack Orc with the club`."""
        picked = {} if len(self.ways) > 1 else self.ways[0].params
        every = [way.params for way in self.offer.ways]
        named = {
            name: one
            for name, one in picked.items()
            if name != "who" and one not in ("", None) and (len(every) == 1 or any(way[name] != one for way in every))
        }
        who = f"{printable(self.offer.who)}: " if self.offer.who else ""
        if not named:
            return f"{who}{printable(words.action(self.offer.action))}"
        return who + attempt_words(words, self.offer.action, named)


def choices_of(offers: Sequence[Offer], keepers: Mapping[str, Keeper], turn: str = "") -> dict[str, list[ListedAction]]:
    """The legal actions in groups: on a turn, those of the acting character first; at any time; for the GM.

    Of the ways to do an action, those against the other side come first.
    """
    groups: dict[str, list[ListedAction]] = {"Your turn": [], "Any time": [], MASTER: []}
    for offer in offers:
        ways = tuple(sorted(offer.ways, key=partial(_is_for_own_side, keepers, offer.who)))
        if offer.when == "turn":
            apart = [(way,) for way in ways] if len(ways) <= _MOST_WAYS else [ways]
            groups["Your turn"] += [ListedAction(offer, one) for one in apart]
        else:
            groups[MASTER if offer.by == "gm" else "Any time"].append(ListedAction(offer, ways))
    groups["Your turn"].sort(key=lambda choice: choice.offer.who != turn)
    return groups


def _is_for_own_side(keepers: Mapping[str, Keeper], who: str, way: Way) -> bool:
    """Whether a way to act names another character of the same side: played by a seat, or not."""
    others = [one for name, one in way.params.items() if name != "who" and isinstance(one, str) and one in keepers]
    return any(bool(keepers[one].seat) == bool(keepers.get(who, Keeper()).seat) for one in others)


def listed(game: Game, state: TableState, groups: Mapping[str, list[ListedAction]], with_master: bool) -> list[str]:
    """The list with its numbers, and the odds beside the actions of a turn."""
    patience = Patience()
    lines = []
    number = 0
    for name, found in groups.items():
        if not found:
            continue
        if name == MASTER and not with_master:
            master = click.style(f"The {game.words.gm}", bold=True)
            lines.append(f" {master}: {number + 1} to {number + len(found)}; g lists them")
            continue
        lines.append(f" {click.style(_heading(game, state, name), bold=True)}")
        if name == "Your turn":
            wide = max(len(choice.line(game.words)) for choice in found)
            for choice in found:
                number += 1
                odds = odds_text(_quick(game, state, choice, patience))
                lines.append(f"  {number:>3}  {choice.line(game.words):<{wide}}  {odds}".rstrip())
            continue
        lines += _together(game.words, found, number)
        number += len(found)
    return lines


def _heading(game: Game, state: TableState, name: str) -> str:
    """The heading of a group; on a turn it names the character."""
    fight = game.fight(scene_of(game, state), table_options(state))
    if name == "Your turn" and fight is not None and fight.turn:
        return f"{printable(fight.turn)}'s turn"
    return {"Your turn": "On a turn", MASTER: f"The {game.words.gm}"}.get(name, name)


def _typed(allowed: str) -> str:
    """The allowed values, in the words that a player types."""
    return allowed.replace("true or false", "yes or no").replace("text of 0 to", "text of at most")


def _together(words: Words, found: Sequence[ListedAction], number: int) -> list[str]:
    """One line for each action, with a number for each character who may do it."""
    lines: dict[str, list[str]] = {}
    for at, choice in enumerate(found, number + 1):
        action = printable(words.action(choice.offer.action))
        lines.setdefault(action, []).append(f"{at} {printable(choice.offer.who)}".strip())
    wide = max(map(len, lines))
    return [f"       {action:<{wide}}  {', '.join(numbers)}" for action, numbers in lines.items()]


def _quick(game: Game, state: TableState, choice: ListedAction, patience: Patience) -> ActionChances | None:
    """The chances of an action that needs no further parameters."""
    if len(choice.ways) > 1 or choice.ways[0].needs:
        return None
    return chances(game, state, choice.offer.action, choice.ways[0].params, patience.budget())


# --- acting


def act(
    console: Console,
    tables: Tables,
    place: TableSeat,
    choice: ListedAction,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Event:
    """Ask for the parameters of an action that are not given, then perform it."""
    state = tables.state(place.table)
    game = tables.game(state)
    way = _way(console, game, state, choice)
    params = {**way.params, **given}
    asks = {ask.name: ask for ask in choice.offer.asks}
    for name in way.needs:
        if name not in params:
            samples = {one: way.may.get(one) or (asks[one].least,) for one in way.needs if one not in params}
            later = {one: values[0] for one, values in samples.items() if values[0] is not None}
            known = all(one == name or one in params or one in later for one in way.needs)
            asking = Asking(console, game, state, choice.offer.action, {**later, **params}, known)
            params[name] = asking.value(asks[name], way.may.get(name, ()))
    at_once = choice.offer.when == "turn"
    return act_on(console, tables, place, choice.offer.action, params, choice.offer.asks, way.may, at_once)


def _way(console: Console, game: Game, state: TableState, choice: ListedAction) -> Way:
    """One of several ways to do an action, picked parameter by parameter; the last has odds beside its values."""
    ways = list(choice.ways)
    names = [name for name in ways[0].params if name != "who"]
    for name in names:
        values = list({msgspec.json.encode(way.params[name]): way.params[name] for way in ways}.values())
        if len(values) == 1:
            continue
        notes: list[str] = []
        if len(values) == len(ways) <= _MOST_PRICED and not ways[0].needs:
            patience = Patience(together=1.0)
            found = (chances(game, state, choice.offer.action, way.params, patience.budget()) for way in ways)
            notes = [whole_text(one) for one in found]
        said = choice.offer.notes.get(name, {})
        if said:
            odds = notes or [""] * len(values)
            notes = [
                "; ".join(filter(None, (found, said.get(str(one))))) for one, found in zip(values, odds, strict=True)
            ]
        picked = console.pick(f"{game.words.name(name)}?", values, notes)
        ways = [way for way in ways if way.params[name] == picked]
    return ways[0]


def act_on(
    console: Console,
    tables: Tables,
    place: TableSeat,
    action: str,
    params: dict[str, Any],
    free: Sequence[Ask] = (),
    may: Mapping[str, Sequence[Any]] = MappingProxyType({}),
    at_once: bool = True,
) -> Event:
    """Perform an action after showing its odds; dice are rolled here or typed in.

    With `at_once`, an action whose outcome is certain is performed without asking.
    """
    state = tables.state(place.table)
    game = tables.game(state)
    typed = ""
    while True:
        found = chances(game, state, action, params, Patience(each=1.0, together=1.0).budget())
        refused = game.refusal(action, scene_of(game, state), params, table_options(state))
        if refused is not None and not free:
            raise refused  # changing a parameter cannot make it legal
        if refused is not None:
            console.refuse(refused)
        elif found is not None and found.certain and (at_once or not free):
            break
        elif odds_text(found):
            console.say(*columns([("", whole_text(found))]))
        if free:
            shown = (f"{game.words.name(ask.name)} {_now(game.words, ask, params)}" for ask in free)
            console.say(*columns([("may be set:", "; ".join(shown))]))
        verb = "does it" if found is not None and found.certain else "rolls; t types dice; h rolls hidden"
        typed = console.ask(f"Enter {verb}; " + ("a name sets it; " if free else "") + "? explains; b goes back:")
        if typed in ("b", "back"):
            raise Back
        if typed == "?":
            console.say(*_explained(game, action, free))
        elif typed in ("", "t", "h"):
            if refused is None:
                break
        else:
            with suppress(Back):
                params = _set(console, game, state, action, params, typed, free, may)
    audience: Audience = "gm" if typed == "h" else "everyone"
    wanted = Attempt("action", action, params, faces=() if typed == "t" else None, audience=audience)
    return resolve(console, tables, place, submit(tables, place, wanted))


def _explained(game: Game, action: str, free: Sequence[Ask]) -> list[str]:
    """The explanation of an action: its effect, its rules, marked as the draft's or ours, and its parameters."""
    entry = game.action(action)
    lines = [f"  {entry.summary}"]
    lines += rule_lines(game.inventory, cites(entry.perform))
    asks = [
        (game.words.name(ask.name), f"{ask.meaning + ': ' if ask.meaning else ''}{_typed(ask.allowed)}") for ask in free
    ]
    return [*lines, *(columns(asks) if asks else [])]


def _set(
    console: Console,
    game: Game,
    state: TableState,
    action: str,
    params: dict[str, Any],
    typed: str,
    free: Sequence[Ask],
    may: Mapping[str, Sequence[Any]],
) -> dict[str, Any]:
    """The parameters after one is set by NAME=VALUE, or by its name alone, after which its value is asked for."""
    try:
        if "=" in typed:
            return params | read_pairs(game, action, typed)
    except BadInput as wrong:
        console.refuse(wrong)
        return params
    at = matching(typed, [game.words.name(ask.name) for ask in free])
    at = matching(typed, [ask.name for ask in free]) if at is None else at
    if at is None:
        named = ", ".join(game.words.name(ask.name) for ask in free)
        console.refuse(f"not understood: press Enter, or type {named + ', ' if named else ''}t, h, ? or b")
        return params
    ask = free[at]
    asking = Asking(console, game, state, action, params)
    return params | {ask.name: asking.value(ask, may.get(ask.name, ()))}


def _now(words: Words, ask: Ask, params: Mapping[str, Any]) -> str:
    now = params.get(ask.name, ask.default)
    return "none" if now in (None, (), [], {}, "") else printable(words.value(now))


# --- dice and decisions


def resolve(console: Console, tables: Tables, place: TableSeat, event: Event) -> Event:
    """Ask for every die and decision that a pending action needs, until it is done."""
    while isinstance(event.body, AnswerAwaited):
        waits = event.body
        if waits.need.approval:
            event = _approved(console, tables, place, waits)
        elif waits.need.choices:
            choice = _decided(console, tables, place, waits)
            event = answer(tables, place, waits.pending, choices=(choice,))
        else:
            event = _one_more_die(console, tables, place, waits)
    return event


def _approved(console: Console, tables: Tables, place: TableSeat, waits: AnswerAwaited) -> Event:
    """Ask the GM about a player's action; the terminal is the GM's seat."""
    state = tables.state(place.table)
    by = state.seat_names.get(state.pending[waits.pending].by, "A player")
    console.say(
        click.style(
            f"  {printable(by)} asks: {attempt_text(tables.game(state).words, waits.name, waits.params)}", bold=True
        )
    )
    if waits.need.sets:
        console.say(f"  yours to set: {', '.join(map(console.words.name, waits.need.sets))}")

    def understand(text: str) -> Event:
        if text in ("r", REFUSE):
            return answer(tables, place, waits.pending, choices=(REFUSE,))
        changes = {} if text in ("", "a", APPROVE) else read_pairs(tables.game(state), waits.name, text)
        return answer(tables, place, waits.pending, choices=(APPROVE,), params=changes)

    explain = ["  Enter approves it as it is; difficulty=2 sets that and approves; r refuses."]
    return console.ask_until("  Enter approves; NAME=VALUE changes it and approves; r refuses:", understand, explain)


def _decided(console: Console, tables: Tables, place: TableSeat, waits: AnswerAwaited) -> Any:
    state = tables.state(place.table)
    game = tables.game(state)
    kept = state.keepers.get(waits.need.who)
    who = waits.need.who if kept is not None and kept.seat else f"{waits.need.who} (the {game.words.gm})"
    console.say(click.style(f"  {printable(who)} decides: {printable(waits.need.name)}", bold=True))
    if waits.audience != "everyone":  # a hidden roll shows neither dice nor odds
        return console.pick("which?", waits.need.choices)
    fallen = " ".join(str(die.face) for die in waits.dice)
    if fallen:
        console.say(f"  dice so far: {fallen}")
    patience = Patience(each=0.5, together=1.5)
    found = [chances_after(game, state, waits, choice, patience.budget()) for choice in waits.need.choices]
    notes = [whole_text(one) for one in found]
    status = game.fight(scene_of(game, state), table_options(state))
    if waits.what != "action" or status is None or status.over:
        return console.pick("which?", waits.need.choices, notes)

    def advise() -> None:
        from rulewright.cli.play_advice import advice_lines, advise_on  # imported late: the lab is slow to import

        console.say(*advice_lines(advise_on(game, state, waits)))

    return console.pick("which? (`advice` tries each out)", waits.need.choices, notes, asides={"advice": advise})


def _one_more_die(console: Console, tables: Tables, place: TableSeat, waits: AnswerAwaited) -> Event:
    def understand(text: str) -> Event:
        return answer(tables, place, waits.pending, faces=faces_or_cards(text) if text else None)

    if waits.need.cards:
        left = ", ".join(dict.fromkeys(printable(str(card)) for card in waits.need.cards))
        console.say(f"  cards left: {left}")
    how = "several at once; Enter has the rest rolled; b calls it off"
    one = "a card" if waits.need.cards else f"d{waits.need.sides}"
    return console.ask_until(f"  {one} for {printable(waits.need.name)} ({how}):", understand)

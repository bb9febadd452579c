"""An evening at the terminal: shows the table, lists the legal actions, and runs the other commands."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
import msgspec
from msgspec import UNSET

from rulewright.cli.game_info import ruling_lines
from rulewright.cli.play_act import ListedAction, act, act_on, choices_of, listed, resolve
from rulewright.cli.play_console import REFUSALS, Back, Console
from rulewright.cli.play_create import create
from rulewright.cli.play_forms import matching, split_words
from rulewright.cli.play_map import map_lines
from rulewright.cli.play_parameters import read_pairs
from rulewright.cli.table_show import (
    ending_lines,
    event_lines,
    fair_line,
    fight_line,
    imported_line,
    people,
    proof_lines,
    scene_lines,
    sheet_rows,
)
from rulewright.cli.terminal import breakdown, cited_lines, columns
from rulewright.game import Game
from rulewright.game.typed_input import pairs
from rulewright.readings import Played, Step
from rulewright.rules import BadInput
from rulewright.table import undo
from rulewright.table.act import say, submit, withdraw
from rulewright.table.events import ActionTaken, Event, RollMade
from rulewright.table.fold import is_automatic
from rulewright.table.gm import assign_plan, change_options, reveal
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.proof import prove_log
from rulewright.table.state import TableState
from rulewright.table.story import story
from rulewright.table.tables import Tables, TableSeat
from rulewright.table.undo import last_done
from rulewright.table.views.event_view import public_view, view_log
from rulewright.table.views.seat_actions import legal_actions
from rulewright.table.views.shapes import EventView
from rulewright.table.views.table_view import view_table
from rulewright.table.views.viewer import Viewer
from rulewright.table.views.wording import attempt_text, printable

_HELP = (
    ("a number", "do the action with this number"),
    ("an action", "as the list shows it, or with values: attack who=Ada target='Red Orc'; quote values with blanks"),
    ("g", "list the actions of the person who runs the game"),
    ("map", "who is where and how far from whom, in games with a map or distances"),
    ("new", "make a character, step by step or at random"),
    ("why", "where every number of the last roll comes from"),
    ("Enter, sheet NAME", "the characters and the legal actions; one sheet in full"),
    ("roll 4d6kh3", "any dice; roll hidden 4d6kh3 hides the result"),
    ("reveal, reveal N", "show the last hidden roll, or that of event N"),
    ("say WORDS", "a line for the log"),
    ("undo, redo, back N", "undo the last action; redo it; go back to event N"),
    ("log, log 50", "the last events; the last 50"),
    ("dice", "how far the dice are committed, revealed and verified"),
    ("story FILE", "the evening as a story"),
    ("scene", "the ready-made scene in words, and what to try"),
    ("options, options all", "the rulings that matter most and the presets; all of them; options WORD finds some"),
    ("option NAME=VALUE", "change a ruling; option recommended applies the lab's recommendations"),
    ("advice", "every choice on this turn, solved or simulated"),
    ("foe, foe PLAN", "the next action of the acting foe by its plan, or by another plan; Enter then takes it"),
    ("plan, plan NAME PLAN", "the plans of the foes; set one"),
    ("quit", "leave; everything is saved"),
)


class Session:
    """One table, all players at one keyboard."""

    def __init__(self, console: Console, tables: Tables, place: TableSeat) -> None:
        self.console, self.tables, self.place = console, tables, place
        self._with_master = False
        self._seen = 0
        """The event after which the list was shown last; 0 to show it again."""
        self._groups: dict[str, list[ListedAction]] = {}
        self._suggested: tuple[str, dict[str, Any]] | None = None
        console.words = self.game.words

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self.tables.state(self.place.table)

    @property
    def game(self) -> Game:
        """The game."""
        return self.tables.game(self.state)

    def suggest(self, action: str, params: dict[str, Any]) -> None:
        """Set the action that Enter performs at first."""
        self._suggested = (action, params)

    def run(self) -> None:
        """Play until the players leave."""
        self.console.say("  Type a number to do something, ? for help, quit to leave. Everything is saved.", "")
        while True:
            try:
                self._finish_waiting()
                if self.state.seq != self._seen:
                    self._show()
                self._do(self.console.ask(">"))
            except Back:
                continue
            except REFUSALS as wrong:
                self.console.refuse(wrong)

    def _finish_waiting(self) -> None:
        """Finish the actions that were pending when the table was left; going back withdraws them."""
        for pending in self.state.pending.values():
            self.console.say(f"  {printable(pending.body.name)} is under way.")
            waiting = Event(pending.since, "", pending.by, pending.body)
            self._show_event(self._or_withdrawn(partial(resolve, self.console, self.tables, self.place, waiting)))

    def _or_withdrawn(self, work: Callable[[], Event]) -> Event | None:
        """The event of an action that may wait for dice or decisions; it is withdrawn if the player goes back."""
        try:
            return work()
        except Back:
            for pending in self.state.pending:
                withdrawn = withdraw(self.tables, self.place, pending)
                marks = self._seen_at(withdrawn.seq).marks
                self.console.say("  forfeited: the dice stay in the log" if "forfeited" in marks else "  withdrawn")
            return None

    # --- showing

    def _show(self) -> None:
        """Show the characters, whose turn it is, and the legal actions."""
        view = view_table(self.tables, self.place)
        turn = view.fight.turn if view.fight else ""
        self._groups = choices_of(legal_actions(self.tables, self.place), self.state.keepers, turn)
        self._seen = view.seq
        self.console.say("")
        if view.fight:
            self.console.say(fight_line(view.fight, self.game.words))
        self.console.say(*people(view), *listed(self.game, self.state, self._groups, self._with_master))
        if not view.characters:
            self.console.say("  No characters yet: `new` makes one.")
        if self._suggested is not None:
            action, params = self._suggested
            words = attempt_text(self.game.words, action, params)
            self.console.say(f"  Enter tries this: {click.style(words, bold=True)}")
        self._with_master = False

    def _show_event(self, event: Event | None) -> None:
        """Show the result of an event: a large word, the dice, and the changes."""
        if event is None or not isinstance(event.body, ActionTaken | RollMade):
            return
        self._suggested = None
        seen = self._seen_at(event.seq)
        if seen.result is UNSET or not seen.result.sentence:
            self.console.say("", click.style("  HIDDEN", bold=True) + "   `reveal` shows it")
            return
        word = seen.result.headline and click.style(f"  {seen.result.headline.upper()}", bold=True, fg="green")
        self.console.say("", f"{word}  {seen.result.sentence}")
        if event.body.dice:
            marks = f" ({', '.join(seen.marks)})" if seen.marks else ""
            self.console.say(f"  dice {' '.join(str(die.face) for die in event.body.dice)}{marks}  (why?)")
        self.console.say(*(f"    {one.text}" for one in seen.changed or () if one.kept), *ending_lines(seen))
        for seq in range(event.seq + 1, self.state.seq + 1):  # its automatic consequences
            following = self.tables.log(self.place.table).event(seq)
            if is_automatic(following.body):
                self._log_line(following)

    @property
    def _viewer(self) -> Viewer:
        return Viewer.of(self.state, self.place.seat)

    def _seen_at(self, seq: int) -> EventView:
        """An event as everyone at the screen may see it."""
        (seen,) = view_log(self.tables, self.place, seq - 1, 1)
        return public_view(self.game, self.state, seen, self._viewer)

    # --- commands

    def _do(self, answer: str) -> None:
        if not answer:
            self._seen = 0
            if self._suggested is not None:
                suggested, self._suggested = self._suggested, None
                self._show_event(self._or_withdrawn(partial(act_on, self.console, self.tables, self.place, *suggested)))
            return
        every = [choice for found in self._groups.values() for choice in found]
        if answer.isdigit():
            if not 1 <= int(answer) <= len(every):
                raise BadInput(f"there is no number {answer} (allowed: 1 to {len(every)})")
            self._act(every[int(answer) - 1])
            return
        word, _, rest = answer.partition(" ")
        command = self._commands().get(word)
        if command is None or self._means_action(word, rest):
            self._by_words(answer, every)
        else:
            command(rest.strip())

    def _means_action(self, word: str, rest: str) -> bool:
        """Whether a word that is a command and an action means the action: it has values, or takes none."""
        action = next((one for one in self.game.actions if one.name == word), None)
        if action is None or action.parameters:
            return action is not None and "=" in rest
        scene = scene_of(self.game, self.state)
        return not rest and self.game.refusal(word, scene, {}, table_options(self.state)) is None

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "?": lambda rest: self.console.say(*columns(_HELP)),
            "help": lambda rest: self.console.say(*columns(_HELP)),
            "g": self._list_master,
            "gm": self._list_master,
            "new": self._new,
            "why": self._why,
            "why?": self._why,
            "status": self._status,
            "list": self._status,
            "sheet": self._sheet,
            "roll": self._roll,
            "reveal": self._reveal,
            "say": lambda rest: self._log_line(say(self.tables, self.place, rest)),
            "undo": self._undo,
            "u": self._undo,
            "redo": lambda rest: self._log_line(undo.redo(self.tables, self.place)),
            "back": self._back,
            "log": self._log,
            "dice": self._dice,
            "story": self._story,
            "scene": self._scene,
            "map": self._map,
            "options": self._options,
            "option": self._option,
            "advice": self._advice,
            "foe": self._foe,
            "plan": self._plan,
        }

    def _dice(self, rest: str) -> None:
        view = view_table(self.tables, self.place)
        self.console.say(*(line for line in (fair_line(view), imported_line(view)) if line))
        self.console.say(*proof_lines(prove_log(self.tables.log(self.place.table).events())))

    def _act(self, choice: ListedAction, given: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Take an action of the list; the one that adds a character starts character creation."""
        if choice.offer.action == self.game.joining:
            self._new("")
            return
        self._show_event(self._or_withdrawn(lambda: act(self.console, self.tables, self.place, choice, given)))

    def _by_words(self, answer: str, every: list[ListedAction]) -> None:
        """Take an action as the list shows it, `attack Toll Keeper`, or by its name, in words or with hyphens."""
        typed = " ".join(answer.lower().split())
        lines = {choice.line(self.game.words): choice for choice in every}
        found = [line for line in lines if typed in (line.lower(), line.lower().partition(": ")[2])]
        if found:
            self._act(lines[found[0] if len(found) == 1 else self.console.pick("which?", found)])
            return
        names = {shown: one.name for one in self.game.actions for shown in (self.game.words.action(one.name), one.name)}
        said = max((one for one in names if f"{typed} ".startswith(f"{one.lower()} ")), key=len, default="")
        name, _, rest = answer.partition(" ")
        if said:
            name, rest = names[said], " ".join(answer.split())[len(said) :].strip()
        self._by_name(name, rest, every)

    def _by_name(self, name: str, rest: str, every: list[ListedAction]) -> None:
        """Take an action by its name: with all required values immediately, else as if picked from the list."""
        known = {action.name: action for action in self.game.actions}
        if name not in known:
            raise BadInput(f"not understood: {name[:40]} (type a number, an action's name, or ? for help)")
        given = read_pairs(self.game, name, rest) if rest else {}
        takes = known[name].parameters
        if (given or not takes) and all(one.name in given for one in takes if one.required):
            self._show_event(self._or_withdrawn(lambda: act_on(self.console, self.tables, self.place, name, given)))
            return
        found = [one for choice in every if choice.offer.action == name for one in [_narrowed(choice, given)] if one]
        if not found:
            raise BadInput(f"{self.game.words.action(name)} cannot be done {'like this' if given else 'now'}")
        words = [choice.line(self.game.words) for choice in found]
        choice = found[0] if len(found) == 1 else found[words.index(self.console.pick("which?", words))]
        self._act(choice, given)

    def _map(self, who: str) -> None:
        self.console.say(*map_lines(self.game, self.state, who))

    def _list_master(self, rest: str) -> None:
        self._with_master, self._seen = True, 0

    def _status(self, rest: str) -> None:
        self._seen = 0

    def _new(self, rest: str) -> None:
        draft = create(self.console, self.game, self.state.options)
        played = (
            self.console.ask(f"Enter: one of the heroes; f: a foe, or another that the {self.game.words.gm} runs:")
            != "f"
        )
        before = set(self.state.scene["characters"])
        joining = self.game.action(self.game.joining)
        wanted = Attempt("action", joining.name, {joining.parameters[0].name: draft})
        self._show_event(submit(self.tables, self.place, wanted))
        for name in self.state.scene["characters"]:
            if played and name not in before:
                self.tables.assign(self.place, name, self.place.seat)

    def _sheet(self, name: str) -> None:
        characters = view_table(self.tables, self.place).characters
        if name not in characters:
            raise BadInput(f"no character is called {name[:40]!r} (here: {', '.join(characters) or 'none'})")
        self.console.say(*columns(sheet_rows(characters[name].sheet, self.game.words)))

    def _roll(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        hidden = first == "hidden"
        wanted = Attempt("notation", rest if hidden else text, audience="gm" if hidden else "everyone")
        self._show_event(submit(self.tables, self.place, wanted))

    def _reveal(self, text: str) -> None:
        """Show a hidden roll: that of an event, or the last."""
        last = next((seq for seq in range(self.state.seq, 0, -1) if self._seen_at(seq).hidden), 0)
        if not last and not text:
            raise BadInput("nothing is hidden")
        if text and not text.isdigit():
            raise BadInput("reveal which event? Type its number, as `log` shows it")
        seq = int(text or last)
        reveal(self.tables, self.place, seq)
        self._show_event(self.tables.log(self.place.table).event(seq))

    def _why(self, rest: str) -> None:
        """The breakdown of the last roll."""
        for seq in range(self.state.seq, 0, -1):
            fact = self.tables.log(self.place.table).event(seq).body
            if isinstance(fact, ActionTaken | RollMade) and fact.breakdown and not self._seen_at(seq).hidden:
                try:
                    steps = msgspec.convert(list(fact.breakdown), type=tuple[Step, ...])
                except msgspec.ValidationError:
                    raise BadInput(
                        "the breakdown of this roll was written by another version of Rulewright and cannot be read"
                    ) from None
                faces = tuple(die.face for die in fact.dice)
                played = Played(fact.outcome, faces, tuple(fact.choices), steps, fact.cites)
                inventory = self.game.inventory
                self.console.say(*breakdown(played, inventory), *cited_lines(inventory, fact.cites))
                return
        raise BadInput("nothing has been rolled yet")

    def _undo(self, rest: str) -> None:
        """Undo the last action, back to before it began if it had to wait."""
        log = self.tables.log(self.place.table)
        found = last_done(log, self.state)
        done = None if found is None else found[1]
        target = None if done is None else done.seq - 1
        pending = getattr(done.body, "pending", "") if done is not None else ""
        while target and pending and pending in log.at(target).play["pending"]:
            target -= 1
        self._log_line(undo.undo(self.tables, self.place, target))

    def _back(self, text: str) -> None:
        if not text.isdigit():
            raise BadInput("back to which event? Type its number, as `log` shows it")
        self._log_line(undo.undo(self.tables, self.place, int(text)))

    def _log(self, text: str) -> None:
        most = int(text) if text.isdigit() else 12
        for event in view_log(self.tables, self.place, max(0, self.state.seq - most), most):
            self.console.say(*event_lines(public_view(self.game, self.state, event, self._viewer)))

    def _log_line(self, event: Event) -> None:
        self.console.say(*event_lines(self._seen_at(event.seq)))

    def _story(self, file: str) -> None:
        lines = list(story(self.tables, self.place, public=True))
        if not file:
            self.console.say(*lines)
            return
        try:
            Path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"cannot write {file[:80]}: {error.strerror}") from None
        self.console.say(f"  the story is in {file}")

    def _scene(self, rest: str) -> None:
        opening = self.game.opening_with(self.state.scene["characters"])
        if opening is None:
            raise BadInput("this is no ready-made scene")
        self.console.say(*scene_lines(opening))

    def _options(self, rest: str) -> None:
        search = rest if rest not in ("", "all") else None
        self.console.say(*ruling_lines(self.game, self.state.options, rest == "all", search))

    def _option(self, rest: str) -> None:
        """Set options one by one, or all of them by a preset."""
        presets = self.game.presets()
        at = matching(rest, [one.name for one in presets]) if rest and "=" not in rest else None
        if at is not None:
            wanted = dict.fromkeys(self.state.options) | presets[at].options  # None restores the default
        elif "=" in rest:
            wanted = pairs(split_words(rest), "option")
        else:
            raise BadInput("type `option NAME=VALUE` or `option recommended`; `options` lists them")
        self._log_line(change_options(self.tables, self.place, wanted))

    def _foe(self, plan: str) -> None:
        """Let the acting foe act; the player confirms the action first unless the table's settings say otherwise."""
        from rulewright.cli.play_advice import perform_proposal, proposal_lines, proposed

        proposal = proposed(self.game, self.state, plan)
        self.console.say(*proposal_lines(self.game, proposal))
        if not self.state.settings.foes_at_once and self.console.ask("Enter does it; b goes back:") in ("b", "back"):
            raise Back

        def work() -> Event:
            done = perform_proposal(self.tables, self.place, proposal)
            return resolve(self.console, self.tables, self.place, done)

        self._show_event(self._or_withdrawn(work))

    def _plan(self, text: str) -> None:
        """List the plans of the foes, or set one."""
        from rulewright.cli.play_advice import plan_rows, read_plan

        if text:
            self._log_line(assign_plan(self.tables, self.place, *read_plan(self.state, text)))
        rows = plan_rows(self.state)
        self.console.say(*columns(rows, ("foe", "plan")), f"  plans: {', '.join(self.game.plan_names)}")

    def _advice(self, rest: str) -> None:
        """Show every choice on this turn, solved or simulated."""
        from rulewright.cli.play_advice import advice_lines, advise

        self.console.say(*advice_lines(advise(self.game, self.state)))


def _narrowed(choice: ListedAction, given: Mapping[str, Any]) -> ListedAction | None:
    """A line of the list with the ways that have the given values; None if there is none."""
    ways = tuple(way for way in choice.ways if all(way.params.get(name, one) == one for name, one in given.items()))
    return ListedAction(choice.offer, ways) if ways else None

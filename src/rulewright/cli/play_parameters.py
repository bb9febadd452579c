"""Asks for the parameters of an action: from a list, from the map, from a file, field by field, or typed."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulewright.cli.play_console import Back, Console
from rulewright.cli.play_forms import form_like, form_lines, form_of, matching, read_form, split_words, written
from rulewright.cli.play_map import map_lines, place
from rulewright.cli.terminal import columns
from rulewright.game import Ask, Game
from rulewright.game.forms import Form, NumberForm, PicksForm
from rulewright.game.typed_input import pairs
from rulewright.rules import BadInput
from rulewright.table.perform import scene_of, table_options
from rulewright.table.state import TableState
from rulewright.table.views.wording import printable

_MOST_SPACES = 9
"""More spaces than these are picked from the map."""

CHANGES = "changes"
"""The parameter with the changed fields of a sheet, in every game that lets the GM change sheets."""


class Asking(Struct, frozen=True):
    """Asks for the parameters of one action; `params` are known, and `complete` says whether only one is missing."""

    console: Console
    game: Game
    state: TableState
    action: str
    params: Mapping[str, Any]
    complete: bool = False

    def value(self, ask: Ask, listed: Sequence[Any]) -> Any:
        """The value of a parameter, asked for until the game accepts it."""
        console, words = self.console, self.game.words
        name, from_file = words.name(ask.name), self.game.from_file
        if from_file is not None and (self.action, ask.name) == (from_file.action, from_file.parameter):
            return console.ask_until(f"{from_file.title}: which file?", lambda path: self._fits(ask, _file_text(path)))
        if ask.kind == "object" and ask.name == CHANGES and self.params.get("who") in self.state.scene["characters"]:
            return self._changes(ask)
        console.say(f"  {name}: {ask.meaning or ask.allowed}")
        form = parameter_form(self.game, self.action, ask.name)
        spaces = bool(listed) and all(map(_is_space, listed))
        reachable = spaces and len(listed) > _MOST_SPACES
        if listed and ask.kind == "words" and not spaces:
            if not ask.allowed.startswith("text"):
                return console.pick(f"{name}?", listed)
            console.say(*columns([(f"{at:>2}", words.value(one)) for at, one in enumerate(listed, 1)]))
        on_the_map = self.game.board is not None and _takes_spaces(form)
        if on_the_map:
            console.say(*map_lines(self.game, self.state))
        if spaces and not reachable:
            console.say(*columns([(f"{at:>2}", self._standing_at(one)) for at, one in enumerate(listed, 1)]))
        if ask.items:
            console.say(f"  of {', '.join(map(words.value, ask.items))}")

        def understand(text: str) -> Any:
            if not text:
                wanted = f"a space, such as {place(listed[0])}" if spaces else ask.allowed
                raise BadInput(f"{name} cannot be left out: it must be {wanted}")
            if not reachable and text.isdigit() and 1 <= int(text) <= len(listed):
                return listed[int(text) - 1]
            at = matching(text, list(map(str, listed)))
            given = read_form(text, form, words) if at is None else listed[at]
            if isinstance(form, NumberForm) and not form.least <= given <= form.most:
                raise BadInput(f"{name} must be {form.allowed}")
            if reachable and given not in listed:
                such = f"such as {place(listed[0])}, or b to go back"
                raise BadInput(f"{text[:20]} cannot be reached now; type another space, {such}")
            return self._fits(ask, given)

        explained = [f"  {name}: {ask.allowed}", *form_lines(form, words)]
        if spaces:
            explained = [f"  {name}: a space of the map, typed across,down, such as {place(listed[0])}"]
        return console.ask_until(f"{name}?", understand, explained)

    def _standing_at(self, space: Sequence[int]) -> str:
        """A space as it is typed, with who stands there."""
        there = [name for name, one in self.state.scene["characters"].items() if one.get("space") == list(space)]
        return f"{place((space[0], space[1]))} {printable(' and '.join(there))}".strip()

    def _fits(self, ask: Ask, given: Any) -> Any:
        """The given value, if the game accepts it as far as that depends on this parameter alone; raises otherwise."""
        wanted = {**self.params, ask.name: given}
        if self.complete:
            refused = self.game.refusal(self.action, scene_of(self.game, self.state), wanted, table_options(self.state))
            if refused is not None:
                raise BadInput(str(refused))
        return given

    def _changes(self, ask: Ask) -> dict[str, Any]:
        """Ask for changes to a sheet field by field, checking each immediately."""
        sheet, words = self.state.scene["characters"][self.params["who"]], self.game.words
        fields = [field for field in sheet if field != "name"]
        names = list(map(words.name, fields))
        self.console.say(*columns([(words.name(field), printable(words.value(sheet[field]))) for field in fields]))
        changes: dict[str, Any] = {}

        def which(text: str) -> str:
            if not text and not changes:
                raise BadInput("change something, or type b to go back")
            at = matching(text, names)
            at = matching(text, fields) if at is None else at
            if text and at is None:
                raise BadInput(f"there is no such field (here:  {', '.join(names)})")
            return "" if at is None else fields[at]

        def changed(field: str, text: str) -> dict[str, Any]:
            given = read_form(text, form_like(sheet[field]), words)
            if isinstance(given, dict) and isinstance(sheet[field], dict):
                given = {**sheet[field], **given}
            wanted: dict[str, Any] = replace(self, complete=True)._fits(ask, {**changes, field: given})
            return wanted

        while field := self.console.ask_until("change what? (Enter when done)", which, ["  a name of the list above"]):
            now = written(sheet[field])
            explain = [f"  now: {now}", "  several go with commas, NAME=VALUE where values have names"]
            with suppress(Back):
                changes = self.console.ask_until(f"{words.name(field)}, now {now}:", partial(changed, field), explain)
        return changes


def _is_space(one: Any) -> bool:
    return isinstance(one, list | tuple) and len(one) == 2 and all(isinstance(part, int) for part in one)


def _takes_spaces(form: Form | None) -> bool:
    """Whether a parameter is a space of a map, or several."""
    return isinstance(form, PicksForm) and (form.least == form.most == 2 or _takes_spaces(form.own))


def _file_text(path: str) -> str:
    try:
        return Path(path).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a text"
        raise BadInput(f"cannot read {path[:80] or 'nothing'}: {why}") from None


def parameter_form(game: Game, action: str, name: str) -> Form | None:
    """The form of a parameter of an action."""
    return next((form_of(one.kind) for one in game.action(action).parameters if one.name == name), None)


def read_pairs(game: Game, action: str, text: str) -> dict[str, Any]:
    """Parameters as NAME=VALUE, each read as its type, with names in the game's words or its own."""
    names = [one.name for one in game.action(action).parameters]
    typed = pairs(split_words(text), "parameter", str)
    found: dict[str, Any] = {}
    for word, one in typed.items():
        at = matching(word, names)
        at = matching(word, [game.words.name(name) for name in names]) if at is None else at
        name = word if at is None else names[at]
        form = parameter_form(game, action, name)
        found[name] = read_form(one, form, game.words) if isinstance(one, str) else one
    return found

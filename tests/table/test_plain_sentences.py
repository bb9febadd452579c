"""A random evening of every game: whatever a player reads of it is a sentence a person would say."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from a_table import Company, company, every_game, legal_tries
from msgspec import UNSET

from rulewright.game.error_words import error_sentence
from rulewright.rules import BadInput, Refused
from rulewright.table import act
from rulewright.table.perform import Attempt, scene_of, table_options
from rulewright.table.views.event_view import view_log
from rulewright.table.views.shapes import EventView
from rulewright.table.views.table_view import view_table
from rulewright.table.views.wording import attempt_text, doing_text
from rulewright.testing.scenes import ways_to_try

TECHNICAL = re.compile(
    r"\b[a-z]+_[a-z_]+\b|[{}\[\]]|\bnull\b|\bNone\b|\bundefined\b|\w=\w|an object\b|\b(true|false) or "
)
"""Names of fields, JSON, values that only a program has, and schema text."""
STIFF = re.compile(r"\bis changed\b|\bis rid of\b|\bis left behind\b|\bis done\b|\. Done\.|\b0 (box|boxes|HP) healed")
_MOVES = 30


def _evening(table: Company, random: Random) -> Iterator[str]:
    """What is read while random actions are taken, legal ones and others."""
    for _ in range(_MOVES):
        state = table.state
        scene, options = scene_of(table.game, state), table_options(state)
        action = random.choice(table.game.actions)
        tries = [next(legal_tries(table.game, state, random), None)]
        tries += [Attempt("action", action.name, way) for way in ways_to_try(action, scene, random)[:2]]
        for attempt in filter(None, tries):
            yield attempt_text(table.game.words, attempt.name, attempt.params)
            who = attempt.params.get("who", "")
            yield doing_text(table.game.words, who if isinstance(who, str) else "", attempt.name, attempt.params)
            try:
                table.act(table.gm, attempt.name, attempt.params)
            except (Refused, BadInput) as refused:
                yield error_sentence(refused, table.game.words)
        yield from (step.title for step in table.game.creation)
        for offer in table.game.legal_now(scene, options):
            yield table.game.words.action(offer.action)
        for pending in list(table.state.pending):
            act.withdraw(table.tables, table.gm, pending)


def _texts(event: EventView) -> Iterator[str]:
    yield event.sentence
    if event.result is not UNSET:
        yield from (event.result.headline, event.result.sentence, event.result.tried, event.result.rest)
    if event.changed is not UNSET:
        yield from (one.text for one in event.changed if one.kept)


@every_game
def test_whatever_is_read_of_an_evening_is_plain(slug: str) -> None:
    table = company(slug)
    read = list(_evening(table, Random(slug)))
    for event in view_log(table.tables, table.gm, 0):
        read += _texts(event)
    view = view_table(table.tables, table.gm)
    shown = [*view.trackers, *(one for person in view.characters.values() for one in person.trackers)]
    read += [f"{one.label} {one.text}" for one in shown]
    assert len(read) > _MOVES
    assert {text for text in read if TECHNICAL.search(text) or STIFF.search(text)} == set()


@pytest.mark.parametrize("text", ["Bad parameter: target_tags.", "Wren is changed.", "It is [] now.", "Give a=1."])
def test_what_is_not_plain_is_found(text: str) -> None:
    assert TECHNICAL.search(text) or STIFF.search(text)

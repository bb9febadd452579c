"""The words of every game: complete, naming only what there is, and free of the names that only the code knows."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from rulewright.game import Game, Words, find_game
from rulewright.game.plain_data import plain
from rulewright.game.words import ActionWords, Clause, third_person
from rulewright.readings import Need
from rulewright.table.views.wording import attempt_words, doing_text
from rulewright.testing.scenes import legal_moves, opening_scenes

GAMES = ("twelves", "die-code", "untold-aeons", "light-dark", "dpi")
TECHNICAL = re.compile(r"[a-z]_[a-z]|[{}\[\]]|\bnull\b|\bNone\b|\bnone\b|\bTrue\b|\bFalse\b|\w=\w|\w:\w*\|")
"""What no player should read: names of fields, braces, JSON, and values that only a program has."""
_MOST_MOVES = 60


def places_in(words: ActionWords) -> set[str]:
    """Every field and parameter that the words of an action name."""
    texts: list[str] = []
    for one in (words.attempt, *(clause.text for clause in (*words.headline, *words.outcome))):
        texts += [one] if isinstance(one, str) else one
    named = {place[1] for text in texts for place in re.finditer(r"\{(\w+)", text)}
    clauses = (*words.headline, *words.outcome)
    return named | {name for clause in clauses for name in (*clause.when, clause.each) if name}


def _outcomes(game: Game) -> Iterator[tuple[str, set[str], set[str]]]:
    """Every action and roll with the fields of its outcome and its parameters."""
    for action in game.actions:
        kind = get_args(get_type_hints(action.perform)["return"])[1]
        yield action.name, _fields(kind), {one.name for one in action.parameters}
    for roll in game.rolls:
        yield roll.name, _fields(get_type_hints(roll.rule)["return"]), {one.name for one in roll.parameters}


def _fields(kind: Any) -> set[str]:
    """The fields of an outcome and of the entries in its lists."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {field for part in get_args(kind) for field in _fields(part)}
    inner = {field for one in msgspec.structs.fields(kind) for field in _fields(one.type)}
    return {one.name for one in msgspec.structs.fields(kind)} | inner


@pytest.mark.parametrize("slug", GAMES)
def test_the_words_of_a_game_name_only_fields_and_parameters_that_there_are(slug: str) -> None:
    game = find_game(slug)
    known: dict[str, set[str]] = {}
    for name, fields, parameters in _outcomes(game):
        known.setdefault(name, {"who", "actor"}).update(fields | parameters)
    wrong = {
        name: places_in(words) - known[name]
        for name, words in game.words.actions.items()
        if places_in(words) - known[name]
    }
    assert wrong == {}


@pytest.mark.parametrize("slug", GAMES)
def test_every_outcome_that_is_more_than_a_text_has_a_sentence_or_a_headline(slug: str) -> None:
    game = find_game(slug)
    silent = []
    for name, fields, _ in _outcomes(game):
        words = game.words.of(name)
        if fields and not fields <= {"text", "net"} and not (words.outcome or words.headline):
            silent.append(name)
    assert silent == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_says_what_one_is_going_to_do(slug: str) -> None:
    game = find_game(slug)
    refused = {action.name for action in game.actions if action.summary.startswith("Always refused")}
    silent = [one.name for one in game.actions if not game.words.of(one.name).attempt]
    assert set(silent) <= refused


@pytest.mark.parametrize("slug", GAMES)
def test_random_play_is_reported_without_a_technical_word(slug: str) -> None:
    game = find_game(slug)
    for name, known in _random_outcomes(game, Random(7)):
        sentences = game.words.sentence(name, known), game.words.headline(name, known), game.words.attempt(name, known)
        assert not any(TECHNICAL.search(text) for text in sentences), (name, known, sentences)
        assert sentences[0] or sentences[1] or "text" in known, (name, known)


def _random_outcomes(game: Game, random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """What comes of random moves from the opening scene, with their parameters."""
    options = game.table_options()
    *_, scene = opening_scenes(game, options, random)
    for _ in range(_MOST_MOVES):
        moves = legal_moves(game, scene, options)
        if not moves:
            return
        offer, params = random.choice(moves)
        seed, choices = random.getrandbits(64), list[Any]()
        while True:
            try:
                played = game.act(offer.action, scene, params, options, choices=choices, random=Random(seed))
                break
            except Need as need:
                choices.append(random.choice(need.choices))
        scene, outcome = played.outcome
        yield offer.action, {"who": "Ada", **params, "actor": "Ada", **plain(outcome)}


def test_a_text_is_used_only_if_all_its_places_are_known() -> None:
    words = Words(
        values={"severely-injured": "Severely Injured"},
        actions={
            "attack": ActionWords(
                attempt=("attack {target} with the {weapon}", "attack {target}"),
                outcome=(
                    Clause(("{who} hits {target} for {dealt:box|boxes}.", "{who} hits {target}."), {"result": "hit"}),
                    Clause("{target} is {state}.", {"state": ("severely-injured", "dead")}),
                    Clause("{name} burns.", {"burning": True}, each="near"),
                    Clause("{who} has {net} to spend.", {"net": "above 0"}),
                    Clause("{target} has {net} to spend.", {"net": "below 0"}),
                ),
            )
        },
    )
    known = {"who": "Ada", "target": "Orc", "result": "hit"}
    assert words.sentence("attack", known) == "Ada hits Orc."
    assert words.sentence("attack", known | {"dealt": 1}) == "Ada hits Orc for 1 box."
    assert words.sentence("attack", known | {"dealt": 2, "state": "severely-injured"}) == (
        "Ada hits Orc for 2 boxes. Orc is Severely Injured."
    )
    assert words.sentence("attack", known | {"net": 2}) == "Ada hits Orc. Ada has 2 to spend."
    assert words.sentence("attack", known | {"net": -1}) == "Ada hits Orc. Orc has −1 to spend."
    assert words.sentence("attack", known | {"net": 0}) == "Ada hits Orc."
    near = [{"name": "Elf", "burning": 2}, {"name": "Bert", "burning": 0}]
    assert words.sentence("attack", known | {"near": near}) == "Ada hits Orc. Elf burns."
    assert words.attempt("attack", {"target": "Orc", "weapon": ""}) == "attack Orc"


def test_blows_and_ways_are_put_in_the_words_of_their_games() -> None:
    """Sentences that players found as "fell yes", "state severely-injured", "Walk" and "Cost"."""
    dpi, aeons, code = (find_game(slug).words for slug in ("dpi", "untold-aeons", "die-code"))
    hit = {"who": "Reader", "result": "success", "damage": 7, "fell": True}
    assert dpi.sentence("attack", {"who": "Vega", "actor": "Vega", "target": "Reader", "hit": [hit]}) == (
        "Vega hits Reader for 7; Reader falls."
    )
    struck = {"result": "hit", "damage": 8, "net": -1, "struck": "Cultist", "state": "severely-injured"}
    assert aeons.sentence("attack", {"who": "Ines", "target": "Cultist", **struck}) == (
        "Ines hits Cultist for 8. Cultist is Severely Injured."
    )
    assert code.headline("move", {"who": "Juno", "mode": "walk", "paces": 18}) == "18 paces"
    assert dpi.value("cost") == "success at a cost"
    assert code.attempt("advance-chase", {"mode": "run"}) == "run in the chase"
    average = {"mode": "jog", "method": "average"}
    assert code.attempt("advance-chase", average) == "jog in the chase (average)"
    assert code.attempt("advance-chase", {"mode": "run", "method": "roll"}) == "run in the chase"
    assert code.attempt("move", {"mode": "walk"}) == "move: walk"


def test_a_sentence_about_a_challenge_names_the_facet_that_was_worked_on() -> None:
    words = find_game("light-dark").words
    turn = {"challenge": "caretaker", "attribute": "dexterity", "dark": 1}
    lamp, main = {**turn, "facet": "the lamp"}, {**turn, "facet": "main"}
    done = {"who": "Lio", "result": "success", "disposition_left": 6, "end": ""}
    assert words.sentence("challenge-turn", lamp | done) == "Lio succeeds. The lamp has 6 Disposition left."
    assert words.sentence("challenge-turn", main | done) == "Lio succeeds. The caretaker has 6 Disposition left."
    assert words.sentence("challenge-turn", turn | done) == "Lio succeeds. The caretaker has 6 Disposition left."
    assert attempt_words(words, "challenge-turn", lamp) == (
        "take on the caretaker with dexterity and 1 Dark Die (the lamp)"
    )
    assert attempt_words(words, "challenge-turn", main) == "take on the caretaker with dexterity and 1 Dark Die"


def test_a_hit_that_takes_fortitude_is_not_called_harmless() -> None:
    words = find_game("dpi").words
    attack = {"who": "Vega", "actor": "Vega", "result": "success"}
    stopped = {"who": "Reader", "damage": 0, "ft_loss": 1, "burning": 0, "fell": False}
    for action, sentence in (
        ("attack", "Vega hits Reader, who loses 1 Fortitude but no HP."),
        ("throw-grenade", "The grenade hits Reader, who loses 1 Fortitude but no HP."),
    ):
        assert words.sentence(action, attack | {"hit": [stopped]}) == sentence
    assert words.sentence("attack", attack | {"hit": [stopped | {"ft_loss": 0}]}) == "Vega hits Reader without harm."
    countered = {"countered_by": ["Reader"], "counter_damage": 0, "hit": []}
    assert words.sentence("attack", attack | countered) == "Reader strikes back at Vega without drawing blood."


def test_an_answer_about_karma_given_beforehand_reads_as_one() -> None:
    words = find_game("untold-aeons").words
    hurt = {"who": "Hale", "damage": 60, "reroll": "never"}
    assert attempt_words(words, "take-damage", hurt) == "give Hale 60 wounds (karma rerolls never)"


@pytest.mark.parametrize(
    ("verb", "said"), [("attack", "attacks"), ("try", "tries"), ("play", "plays"), ("rush", "rushes"), ("be", "is")]
)
def test_a_verb_follows_a_name(verb: str, said: str) -> None:
    assert third_person(verb) == said


@pytest.mark.parametrize(
    ("game", "action", "known", "sentence"),
    [
        ("twelves", "drink", {"patient": "Wren", "healed": 2}, "Wren drinks a potion. It heals 2 boxes."),
        ("twelves", "drink", {"patient": "Odo", "healed": 0}, "Wren gives Odo a potion. It heals nothing."),
        ("twelves", "drink", {"patient": "Odo"}, "Wren gives Odo a potion."),
        ("twelves", "short-rest", {"healed": 0}, "Wren takes a breather."),
        (
            "light-dark",
            "start-challenge",
            {"name": "the pack", "level": "extreme"},
            "The pack stands in the way: an extreme Challenge.",
        ),
        ("light-dark", "leave-challenge", {"challenge": "caretaker"}, "They leave the caretaker behind."),
        ("dpi", "use-stim", {"patient": "Wren", "hp": 4}, "Wren uses a stim. It heals 4 HP."),
        (
            "dpi",
            "ready",
            {"weapon": "laser-rifle", "text": "Wren holds the laser-rifle"},
            "Wren holds the laser rifle.",
        ),
    ],
)
def test_an_outcome_is_what_a_person_would_say(game: str, action: str, known: dict[str, Any], sentence: str) -> None:
    assert find_game(game).words.sentence(action, {"who": "Wren"} | known) == sentence


def test_what_a_character_does_is_a_sentence() -> None:
    words = find_game("dpi").words
    assert doing_text(words, "Vega", "attack", {"who": "Vega", "target": "Reader", "weapon": "pistol"}) == (
        "Vega attacks Reader with the pistol."
    )
    hurt = {"who": "Hale", "damage": 1}
    assert doing_text(find_game("untold-aeons").words, "Hale", "take-damage", hurt) == "Give Hale 1 wound."
    assert doing_text(Words(), "Hale", "melee-attack", {"target": "Ghoul"}) == "Melee attack Ghoul."


def test_a_game_without_words_is_written_with_spaces() -> None:
    words = Words()
    assert (words.name("ft_loss"), words.name("ap"), words.action("take-damage")) == ("ft loss", "AP", "take damage")
    assert (words.value("first-aid"), words.value("Jean-Luc"), words.value(-2)) == ("first aid", "Jean-Luc", "−2")
    assert words.value(("Ada", "Bert", "Cleo")) == "Ada, Bert and Cleo"


def test_the_sentence_says_that_a_pursuer_slipped_to_a_walk() -> None:
    words = find_game("die-code").words
    walked = {"who": "Ada", "result": "failure", "mode": "walk", "paces": 6, "gap": 7, "end": "none"}
    assert words.headline("advance-chase", walked) == "Slowed to a walk"
    assert words.sentence("advance-chase", walked) == "Ada slips, but still covers 6 paces. They are 7 paces apart."
    ran = walked | {"result": "success", "mode": "sprint", "paces": 24, "gap": 25}
    assert words.sentence("advance-chase", ran) == "Ada covers 24 paces. They are 25 paces apart."

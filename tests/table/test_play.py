"""`rulewright play`: the same table at one keyboard, here through a pipe."""

from pathlib import Path
from typing import Any

import pytest
from a_table import every_game
from a_terminal import run

from rulewright.cli.play_act import choices_of
from rulewright.cli.play_begin import begin
from rulewright.cli.play_console import Console
from rulewright.cli.play_odds import Patience
from rulewright.game import Offer, Way, find_game
from rulewright.readings import Budget
from rulewright.table.act import submit
from rulewright.table.audit import audit
from rulewright.table.events import ActionTaken, AnswerAwaited
from rulewright.table.perform import Attempt
from rulewright.table.state import Keeper, TableState
from rulewright.table.stores.sqlite import SQLiteStore
from rulewright.table.tables import Tables, TableSeat


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite"


def state_in(file: Path) -> TableState:
    store = SQLiteStore(file)
    tables = Tables(store)
    (table,) = store.tables()
    state = tables.state(table)
    assert audit(tables.log(table).events()).differences == ()
    store.close()
    return state


def facts_in(file: Path) -> list[Any]:
    store = SQLiteStore(file)
    (table,) = store.tables()
    facts = [event.body for event in Tables(store).log(table).events()]
    store.close()
    return facts


class Typing:
    """A player at the keyboard who types the given lines, looks at nothing, and remembers the questions."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question.strip())
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def play(file: Path, *lines: str, game: str = "twelves", new: bool = False) -> Typing:
    typing = Typing(*lines)
    begin(game, str(file), new, Console(typing))
    return typing


@every_game
def test_every_game_can_be_played_by_pressing_enter_and_one(slug: str, file: Path) -> None:
    shown = run(file, "play", slug, typed=["", "", "", *["1"] * 30])
    assert (shown.status, shown.err) == (0, "")
    opening = find_game(slug).opening
    assert opening is not None
    assert opening.words in " ".join(shown.out.split())
    assert "Saved." in shown.out
    actions = [fact for fact in facts_in(file) if isinstance(fact, ActionTaken | AnswerAwaited)]
    assert len(actions) > len(opening.steps)
    state_in(file)


def test_it_goes_on_where_it_stopped(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "", "t", "7", "7")
    assert "CRITICAL" in capsys.readouterr().out
    before = state_in(file)
    play(file, "2", "log")
    assert "at Finesse" in capsys.readouterr().out
    assert state_in(file) == before


def test_a_roll_that_waited_is_asked_for_first(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "", "t", "7")
    assert state_in(file).pending
    typing = play(file, "2", "7")
    assert typing.asked[1].startswith("d12 for check")
    assert "CRITICAL" in capsys.readouterr().out
    assert not state_in(file).pending


@pytest.mark.parametrize(
    ("typed", "difficulty"),
    [("", 2), ("a", 2), ("difficulty=4", 4), ("r", None)],
    ids=["enter", "a", "change", "refuse"],
)
def test_what_a_player_proposed_is_asked_of_the_game_master(
    typed: str, difficulty: int | None, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(file, "")
    store = SQLiteStore(file)
    tables = Tables(store)
    (table,) = store.tables()
    master = TableSeat(table, next(seat for seat, one in tables.state(table).seats.items() if one.is_gm))
    player, _ = tables.join(tables.invite(master, "player")[0], "Una")
    tables.assign(master, "Wren", player.seat)
    wanted = Attempt("action", "check", {"who": "Wren", "ability": "FIN", "difficulty": 2})
    submit(tables, player, wanted)
    store.close()
    typing = play(file, "2", typed)
    assert "Una asks: Wren: check Finesse (difficulty 2)" in capsys.readouterr().out
    assert typing.asked[1].startswith("Enter approves; NAME=VALUE changes it")
    assert not state_in(file).pending
    taken = [fact.params["difficulty"] for fact in facts_in(file) if isinstance(fact, ActionTaken) and fact.dice]
    assert taken == ([] if difficulty is None else [difficulty])


def test_a_roll_that_waits_can_be_called_off(file: Path) -> None:
    play(file, "", "", "t", "7", "b")
    assert not state_in(file).pending


def test_a_decision_is_asked_of_its_owner_with_the_odds_of_each_choice(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience, "budget", lambda patience: Budget())  # a slow machine shows fewer odds
    play(file, "", "", "", "dive", game="untold-aeons")
    out = capsys.readouterr().out
    assert "Cultist (the Narrator) decides: stay or dive?" in out
    assert "miss 52.4%, hit 37.4%, critical hit 10.2%" in out
    assert "miss 61.6%, hit 32.0%, critical hit 6.3%" in out


def test_a_foe_plays_by_its_plan_at_one_press(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = ("start-fight tags={}", "t", "2,3,2,4,12,12")  # the Toll Keeper's doubles go first
    play(file, "", *start, "plan Toll Keeper attack", "foe", "", "foe drink-wounded", "b", "plan")
    out = capsys.readouterr().out
    assert "Toll Keeper now follows the plan attack." in out
    assert "Toll Keeper attacks Wren. Plan: attack." in out
    assert "boxes on average" in out
    assert "plans: best, attack, drink-wounded, drink-critical, random" in out
    struck = [fact for fact in facts_in(file) if isinstance(fact, ActionTaken) and fact.action == "attack"]
    assert [fact.params for fact in struck] == [{"who": "Toll Keeper", "target": "Wren"}]


def test_undo_takes_a_turn_that_began_by_itself_back_with_the_end_of_the_last(file: Path) -> None:
    play(file, "", "start-fight tags={}", "t", "2,3,2,4,12,12", "end-turn who='Toll Keeper'", "undo")
    fight = state_in(file).scene["fight"]
    assert (fight["order"][fight["at"]], fight["begun"]) == ("Toll Keeper", True)


def test_before_a_decision_each_choice_can_be_tried_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typing = play(file, "", "", "", "advice", "dive", game="untold-aeons")
    out = capsys.readouterr().out
    assert typing.asked[3:5] == ["which? (`advice` tries each out)"] * 2
    assert "Cultist: each choice simulated" in out
    for choice in ("stay", "dive"):
        assert f"    {choice}: wins " in out
    assert isinstance(facts_in(file)[-1], ActionTaken | AnswerAwaited)


def test_undo_takes_back_all_of_a_roll_that_was_typed_die_by_die(file: Path) -> None:
    play(file, "", "take-damage who=Wren", "", "check who=Wren ability=AGI", "t", "3", "4", "undo", "undo")
    state = state_in(file)
    assert not state.pending
    assert state.scene["characters"]["Wren"]["damage"] == 0


def test_redo_brings_it_back(file: Path) -> None:
    play(file, "", "take-damage who=Wren", "", "undo", "redo")
    assert state_in(file).scene["characters"]["Wren"]["damage"] == 1


def test_an_action_by_name_with_its_parameters(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "attack who=Wren target='Toll Keeper' ability=AGI", "t", "6,6")
    out = capsys.readouterr().out
    assert "CRITICAL" in out
    assert "Toll Keeper: boxes ticked 0 → 2" in out


def test_a_space_is_typed_as_the_map_shows_it_also_where_nobody_stands(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(file, "", "throw-grenade who=Vega", "?", "0,90", "4,7", "t", "6 1 1 6", game="dpi")
    shown = capsys.readouterr().out
    assert " 1  1,-9 Clerk" in shown
    assert "at: a space of the map, typed across,down, such as 1,-9" in shown
    assert state_in(file).scene["characters"]["Vega"]["grenades"] == 3
    assert "Vega's grenade bursts in an empty space." in shown


def test_bad_input_is_one_line_and_nothing_happens(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(
        file,
        "",
        "99",
        "dance",
        "check who=Nobody ability=AGI",
        "b",
        "sheet Nobody",
        "roll nonsense",
        "back x",
        "option x=1",
    )
    out = capsys.readouterr().out
    for line in (
        "There is no number 99 (allowed: 1 to 57)",
        "Not understood: dance (type a number, an action's name, or ? for help).",
        "Who must be Wren, Odo or Toll Keeper.",
        "No character is called 'Nobody'",
        "There is nothing called “x” here.",
    ):
        assert line in out
    assert "Traceback" not in out
    assert not [fact for fact in facts_in(file) if isinstance(fact, ActionTaken) and fact.action not in ("join",)]


def test_why_shows_where_every_number_comes_from(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "", "t", "3 3", "why")
    out = capsys.readouterr().out
    assert "Rank bonus: 1  [TW-14, TW-A5 ours]" in out
    assert "draft  TW-" in out
    assert "target number: 14" in out


def test_options_can_be_changed_and_are_kept(file: Path) -> None:
    play(file, "", "option tag-bonus=rank-each")
    assert state_in(file).options == {"tag-bonus": "rank-each"}


def test_a_story_is_written_to_a_file(file: Path, tmp_path: Path) -> None:
    play(file, "", "say hello there", f"story {tmp_path / 'story.md'}")
    assert "hello there" in (tmp_path / "story.md").read_text()


@every_game
def test_a_random_character_is_made_in_one_keystroke(slug: str, file: Path) -> None:
    play(file, "n", "new", "r", "", "", game=slug)
    assert len(state_in(file).scene["characters"]) == 1


@pytest.mark.parametrize("scores", ["AGI=9 STR=8 FIN=7 INS=6 PRE=5 KNO=4", "9 8 7 6 5 4"])
def test_a_character_is_made_step_by_step_and_what_is_illegal_is_asked_again(
    scores: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(file, "n", "new", "s", "no", "AGI=9", scores, "99", "2", "", "sailor, cook", "Zed", "1", "", "", "")
    out = capsys.readouterr().out
    assert "Missing ability: STR. (TW-01)" in out
    assert "Rank out of range: allowed are 1 to 10. (TW-A3)" in out
    sheet = state_in(file).scene["characters"]["Zed"]
    assert (sheet["rank"], sheet["tags"], sheet["potions"]) == (2, ["sailor", "cook"], 1)
    assert list(sheet["scores"].values()) == [9, 8, 7, 6, 5, 4]


def test_a_character_of_die_code_has_attributes_and_skills_of_its_own(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    skills = "brawl.attribute=might brawl.code=1d+2"
    typed = ("?", "Vex", "might=3d nerve=2d+1", "brawl.attribute=charm brawl.code=1d", skills, "cudgel=2d")
    play(file, "n", "new", "s", *typed, *[""] * 11, game="die-code")
    out = capsys.readouterr().out
    assert "Name: any name that is not in use" in out
    assert "Not one of them: charm (allowed: might, nerve)" in out
    sheet = state_in(file).scene["characters"]["Vex"]
    assert sheet["attributes"] == {"might": "3d", "nerve": "2d+1"}
    assert sheet["skills"] == {"brawl": {"attribute": "might", "code": "1d+2"}}
    assert sheet["equipment"] == {"cudgel": "2d"}


@every_game
def test_every_step_of_creation_explains_itself_and_takes_nonsense(slug: str, file: Path) -> None:
    steps = len(find_game(slug).creation)
    play(file, "n", "new", "s", *["?", "=", "'", "{", "b"] * steps, game=slug)
    assert state_in(file).scene["characters"] == {}


def test_ctrl_c_leaves_as_cleanly_as_the_end_of_the_input(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted_after(*typed: str) -> Console:
        lines = iter(typed)

        def read(question: str) -> str:
            try:
                return next(lines)
            except StopIteration:
                raise KeyboardInterrupt from None

        return Console(read)

    begin("twelves", str(file), False, interrupted_after())
    out = capsys.readouterr().out
    assert "No table was opened." in out
    assert "Saved." not in out
    begin("twelves", str(file), False, interrupted_after(""))
    assert "Saved." in capsys.readouterr().out


def test_a_rulebook_without_examples_has_random_characters_and_is_named_to_go_on(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = '+++\nrulebook = 1\nname = "Lamps"\n+++\n## LP-1 Wardens\n```sheet\nmight: 1..5 = 3 "might"\n```\n'
    (tmp_path / "lamps.md").write_text(sheet)
    monkeypatch.chdir(tmp_path)
    shown = run(file, "play", "lamps.md", typed=["new", "r", "", "", "quit"])
    assert (shown.status, shown.err) == (0, "")
    assert "Continue with `rulewright play lamps.md" in shown.out
    assert "No characters yet" not in shown.out.rpartition("how?")[2]


def test_an_action_is_typed_as_the_list_shows_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = ("t", "12,12,2,3,2,4")  # Wren's doubles go first
    play(
        file, "", "start fight", *order, "Attack Toll Keeper with the knife", "t", "2,3", "Wren: end turn", "end dance"
    )
    out = capsys.readouterr().out
    assert "Wren misses Toll Keeper." in out
    assert "Wren's turn ends." in out
    assert "Not understood: end" in out


def test_targets_of_the_other_side_are_listed_first() -> None:
    keepers = {"Wren": Keeper("ann"), "Odo": Keeper("ann"), "Toll Keeper": Keeper()}

    def attack(who: str) -> Offer:
        others = [name for name in keepers if name != who]
        return Offer("attack", who, "anyone", "turn", tuple(Way({"who": who, "target": name}) for name in others))

    def targets(who: str) -> list[str]:
        (turn,) = (found for found in choices_of([attack(who)], keepers).values() if found)
        return [one.ways[0].params["target"] for one in turn]

    assert targets("Wren") == ["Toll Keeper", "Odo"]
    assert targets("Toll Keeper") == ["Wren", "Odo"]


def test_in_a_chase_advice_and_foes_know_best_play(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "advice", "advance-chase mode=jog method=average", "", "foe", "b", game="die-code")
    out = capsys.readouterr().out
    assert "after it heroes by best, others by best" in out
    assert "best play of both sides from here on" in out


def test_a_blow_at_a_fallen_character_fells_nobody_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    down = "take-damage who=Odo boxes=6"
    play(file, "", down, "attack who='Toll Keeper' target=Odo", "t", "7,11")
    out = capsys.readouterr().out
    assert "Toll Keeper hits Odo, who has no box left to tick. Odo is down." in out


def test_another_table_can_be_begun(file: Path) -> None:
    play(file, "")
    play(file, "n", new=True)
    store = SQLiteStore(file)
    assert len(store.tables()) == 2
    store.close()


@pytest.mark.parametrize("slug", ["dpi", "untold-aeons", "light-dark", "die-code"])
def test_a_demo_plays_itself_to_the_end(slug: str, tmp_path: Path) -> None:
    shown = run(tmp_path / "x.sqlite", "play", "--demo", slug)
    assert (shown.status, shown.err) == (0, "")
    assert "played automatically" in shown.out
    assert not (tmp_path / "x.sqlite").exists(), "a demo keeps nothing"


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    shown = run(tmp_path / "x.sqlite", "play", "chess")
    assert shown.status == 2
    assert shown.err.startswith("rulewright: unknown game: chess (installed: ")


def test_a_hidden_roll_is_kept_from_the_screen_until_it_is_revealed(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(file, "", "attack who=Wren target='Toll Keeper' ability=AGI", "h", "log", "why", "story")
    hidden = [fact for fact in facts_in(file) if isinstance(fact, ActionTaken) and fact.audience == "gm"]
    assert [fact.action for fact in hidden] == ["attack"]
    out = capsys.readouterr().out
    assert "HIDDEN" in out
    assert "Wren: attack Toll Keeper with Agility: the outcome is hidden" in out
    assert "Nothing has been rolled yet" in out, "why does not tell it either"
    assert "The outcome is hidden." in out
    dice = f"dice {' '.join(str(die.face) for die in hidden[0].dice)}"
    assert dice not in out
    play(file, "2", "reveal", "reveal", "why")
    out = capsys.readouterr().out
    assert dice in out
    assert "Nothing is hidden" in out
    assert "target number" in out


def test_hidden_dice_are_revealed_by_their_number(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(file, "", "roll hidden 1d1", "roll 1d1", "reveal x", "reveal 99", "reveal 8")
    out = capsys.readouterr().out
    assert "Reveal which event?" in out
    assert "There is no event 99" in out
    assert [type(fact).__name__ for fact in facts_in(file)][-3:] == ["RollMade", "RollMade", "RollRevealed"]


def test_a_decision_in_a_hidden_roll_shows_neither_dice_nor_odds(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patience, "budget", lambda patience: Budget())  # a slow machine shows fewer odds
    play(file, "", "", "h", "dive", "keep", "keep", game="untold-aeons")
    out = capsys.readouterr().out
    assert "decides: stay or dive?" in out
    assert "miss 61.6%" not in out
    assert "HIDDEN" in out


def test_the_terminal_says_what_is_committed_revealed_and_verified(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(file, "", "roll 2d6", "dice")
    out = capsys.readouterr().out
    assert f"dice: committed {state_in(file).commitment[:16]}, seed secret until the table is closed" in out
    assert "2 whose seed is still secret" in out
    assert "every die matches, and every result follows" in out
    assert "not proved:" in out

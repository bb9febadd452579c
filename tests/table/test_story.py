"""The story of an evening: who did what, what came of it, and nothing that was taken back or is hidden."""

from a_table import Company, company, every_game

from rulewright.table import act, gm, undo
from rulewright.table.perform import Attempt
from rulewright.table.story import story
from rulewright.table.tables import TableSeat


def story_of(table: Company, place: TableSeat | None = None) -> str:
    return "\n".join(story(table.tables, place or table.gm))


@every_game
def test_every_game_has_a_story(slug: str) -> None:
    table = company(slug)
    text = story_of(table)
    assert text.startswith("# An evening\n\n*A table of ")
    assert "## 2 January 2026" in text
    assert table.game.opening is not None
    for hero in table.game.opening.heroes:
        assert f"{hero} is here" in text


def test_a_roll_is_reported_with_its_result_dice_and_changes() -> None:
    table = company()
    attack = {"who": "Wren", "target": "Toll Keeper", "ability": "AGI"}
    act.submit(table.tables, table.ann, Attempt("action", "attack", attack, faces=(7, 9)))
    assert "- Wren hits Toll Keeper for 1 box. Dice: 7 9" in story_of(table)
    assert "Dice: 7 9 (typed in)." in story_of(table)
    assert "    - Toll Keeper: boxes ticked 0 → 1" in story_of(table)


def test_what_was_taken_back_is_not_reported_unless_that_was_taken_back() -> None:
    table = company()
    act.submit(table.tables, table.gm, Attempt("action", "take-damage", {"who": "Wren", "boxes": 2}))
    act.say(table.tables, table.ben, "no!")
    assert "boxes ticked 0 → 2" in story_of(table)
    undo.undo(table.tables, table.gm)
    assert "boxes ticked 0 → 2" not in story_of(table)
    assert "went back" in story_of(table)
    assert "no!" in story_of(table), "what was said was said"
    undo.redo(table.tables, table.gm)
    assert "boxes ticked 0 → 2" in story_of(table)
    assert "went back" not in story_of(table)


def test_what_a_player_writes_stays_what_they_wrote() -> None:
    table = company()
    act.say(table.tables, table.ben, "<script>alert(1)</script> *bold* [x](y)\n# no heading")
    text = story_of(table)
    assert r"\<script\>alert(1)\</script\> \*bold\* \[x\](y) / \# no heading" in text
    assert "\n# no heading" not in text


def test_hidden_things_are_hidden_in_a_players_story() -> None:
    table = company()
    hidden = act.submit(table.tables, table.gm, Attempt("notation", "1d1+41", audience="gm"))
    act.say(table.tables, table.gm, "it was the butler", to_gm=True)
    mine, theirs = story_of(table), story_of(table, table.ann)
    assert "Mira rolls 1d1+41: 42." in mine
    assert "butler" in mine
    assert "42" not in theirs
    assert "butler" not in theirs
    assert "Mira rolled in secret." in theirs
    gm.reveal(table.tables, table.gm, hidden.seq)
    assert "Mira reveals:\n    - Mira rolls 1d1+41: 42." in story_of(table, table.ann)


def test_the_game_master_reads_a_players_story() -> None:
    table = company()
    act.submit(table.tables, table.gm, Attempt("notation", "5d6", audience="gm"))
    assert list(story(table.tables, table.gm, table.ann.seat)) == list(story(table.tables, table.ann))

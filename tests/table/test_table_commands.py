"""`rulewright table`: look at tables, take them along, check them, keep them safe."""

import json
from pathlib import Path

import pytest
from a_table import company
from a_terminal import run

from rulewright.table import act, closing
from rulewright.table.perform import Attempt
from rulewright.table.stores.sqlite import SQLiteStore


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, str]:
    """A store with one table, closed, with a roll in it."""
    path = tmp_path / "tables.sqlite"
    store = SQLiteStore(path)
    table = company(store=store)
    act.submit(table.tables, table.ann, Attempt("action", "check", {"who": "Wren", "ability": "AGI"}))
    act.say(table.tables, table.gm, "the keeper is a ghost", to_gm=True)
    closing.close(table.tables, table.gm)
    store.close()
    return path, table.gm.table


def test_tables_are_listed(kept: tuple[Path, str]) -> None:
    store, table = kept
    (row,) = run(store, "table", "list", "--json").json
    assert (row["table"], row["game"], row["title"], row["closed"]) == (table, "twelves", "An evening", True)
    assert table in run(store, "table", "list").out


def test_an_empty_store_says_what_to_do(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "empty.sqlite").close()
    assert "`rulewright play` opens one" in run(tmp_path / "empty.sqlite", "table", "list").out


def test_looking_into_a_file_that_is_not_there_makes_none(tmp_path: Path) -> None:
    ran = run(tmp_path / "none.sqlite", "table", "list")
    assert ran.status == 2
    assert "no such file" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_shown_by_its_name_its_beginning_or_its_title(kept: tuple[Path, str]) -> None:
    store, table = kept
    for name in (table, table[:8], "An evening"):
        assert "Toll Keeper" in run(store, "table", "show", name).out
    assert run(store, "table", "show", table, "--json").json["game"] == "twelves"
    early = run(store, "table", "show", table, "--at", "7", "--json").json
    assert list(early["characters"]) == ["Wren", "Odo"]


def test_a_table_is_shown_as_a_seat_sees_it(kept: tuple[Path, str]) -> None:
    store, table = kept
    assert "ghost" in run(store, "table", "show", table).out
    assert "ghost" not in run(store, "table", "show", table, "--as", "s2").out


def test_export_and_import_make_another_table(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    file = tmp_path / "evening.jsonl"
    assert run(store, "table", "export", table, str(file)).out == f"12 events in {file}\n"
    made = run(store, "table", "import", str(file), "--title", "Again", "--json").json
    assert made["title"] == "Again"
    assert made["events"] == 13
    assert len(run(store, "table", "list", "--json").json) == 2
    assert run(store, "table", "export", table).out == file.read_text()


def test_a_players_export_is_verified_and_not_imported(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    file = tmp_path / "mine.jsonl"
    run(store, "table", "export", table, str(file), "--as", "s2")
    assert "ghost" not in file.read_text()
    assert run(store, "table", "verify", str(file)).status == 0
    refused = run(store, "table", "import", str(file))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "rulewright: line 1: only the view of s2 (allowed: the file of a whole table)\n"


def test_verify_proves_and_disproves(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    file = tmp_path / "evening.jsonl"
    run(store, "table", "export", table, str(file))
    for what in (str(file), table):
        lines = run(store, "table", "verify", what).out.splitlines()
        assert lines[:3] == ["12 events: dice 2 proved", "every die matches, and every result follows", "proved:"]
        assert "not proved:" in lines
    assert run(store, "table", "verify", str(file), "--json").json["holds"] is True
    lines = file.read_text().splitlines()
    closed = json.loads(lines[-1])
    closed["fact"]["seed"] = "0" * 64
    file.write_text("\n".join([*lines[:-1], json.dumps(closed)]) + "\n")
    wrong = run(store, "table", "verify", str(file))
    assert wrong.status == 1
    assert "event 12: the seed does not match its commitment\n" in wrong.out


def test_audit_exits_with_1_when_something_differs(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    file = tmp_path / "evening.jsonl"
    run(store, "table", "export", table, str(file))
    assert run(store, "table", "audit", table).out == "4 of 12 events checked, 0 differ\n"
    file.write_text(file.read_text().replace('"total":', '"total":9'))
    found = run(store, "table", "audit", str(file))
    assert found.status == 1
    assert run(store, "table", "audit", str(file), "--json").status == 1
    assert "4 of 12 events checked, 1 differ" in found.out
    assert "event 10, check: was " in found.out


def test_a_story_is_reported(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    assert run(store, "table", "story", table).out.startswith("# An evening\n")
    run(store, "table", "story", table, str(tmp_path / "s.md"), "--as", "s2")
    assert "ghost" not in (tmp_path / "s.md").read_text()


def test_backup_and_restore(kept: tuple[Path, str], tmp_path: Path) -> None:
    store, table = kept
    file = tmp_path / "all.backup"
    assert run(store, "table", "backup", str(file)).out == f"1 tables in {file}\n"
    other = tmp_path / "other.sqlite"
    run(other, "table", "restore", str(file))
    assert run(other, "table", "export", table).out == run(store, "table", "export", table).out
    again = run(other, "table", "restore", str(file))
    assert again.status == 2
    assert "nothing was restored" in again.err
    assert run(other, "table", "restore", str(file), "--over").status == 0


def test_a_table_is_closed_once_and_removed_for_ever(kept: tuple[Path, str]) -> None:
    store, table = kept
    closed = run(store, "table", "close", table)
    assert (closed.status, closed.err) == (1, "rulewright: the table is closed already\n")
    assert run(store, "table", "remove", table).err == "rulewright: nothing was removed: add --yes to remove it\n"
    assert run(store, "table", "remove", table, "--yes").status == 0
    assert run(store, "table", "list", "--json").json == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show", "nosuch"), "no such table: nosuch (there: "),
        (("show", "An evening", "--as", "s99"), "you have no seat at this table"),
        (("show", "An evening", "--at", "999"), "there is no event 999"),
        (("export", "An evening", "/nonexistent/x"), "cannot write /nonexistent/x: No such file or directory"),
        (("import", "/nonexistent/x"), "cannot read /nonexistent/x: No such file or directory"),
        (("import", "/"), "cannot read /: Is a directory"),
        (("audit", "/etc/hostname"), "line 1: not the file of a table"),
        (("restore", "/nonexistent/x"), "cannot read /nonexistent/x"),
    ],
)
def test_bad_input_is_one_line(kept: tuple[Path, str], arguments: tuple[str, ...], why: str) -> None:
    shown = run(kept[0], "table", *arguments)
    assert shown.status == 2
    assert shown.out == ""
    assert shown.err.startswith("rulewright: ")
    assert why in shown.err
    assert shown.err.count("\n") == 1

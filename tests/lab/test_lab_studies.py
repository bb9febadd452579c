"""Studies: refused before work starts, run on several cores or a cluster, stopped and gone on with."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rulewright.dice import d
from rulewright.game import Roll, find_game
from rulewright.game.fights import Bout, Duel
from rulewright.lab import study as study_module
from rulewright.lab.duels import fight_out
from rulewright.lab.study import Result, Study, load_study, read_study
from rulewright.lab.study_csv import write_csv
from rulewright.lab.study_findings import findings
from rulewright.lab.study_points import price_alone, price_together
from rulewright.lab.study_runner import run_study, worked_out, workers_on
from rulewright.lab.study_store import ResultStore, forget
from rulewright.rules import BadInput, Dice, repeat

CHECKS = """
game = "twelves"
roll = "check"
report = ["result=success,critical", "mean:total"]
[parameters]
score = "5..8"
advantage = [0, 1]
[options]
tag-bonus = ["rank-once", "rank-each"]
"""
DUELS = """
game = "twelves"
duel = "duel"
report = ["wins:a", "length", "left:a"]
[parameters]
first = "a"
a.weapon = "1..2"
b.normal_boxes = "2..3"
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def each_alone(study: Study) -> list[Result]:
    return [price_alone(study, number) for number in range(study.grid.size)]


# --- refused before work starts ---


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"twelves"', '"thirteens"', "unknown game: thirteens"),
        ('roll = "check"', 'roll = "chekc"', "unknown roll: chekc"),
        ('roll = "check"', "", "a study must name either a roll or a duel"),
        ('roll = "check"', 'roll = "check"\nduel = "duel"', "a study must name either a roll or a duel"),
        ('roll = "check"', 'duel = "check"', r"unknown duel: check \(allowed: duel\)"),
        ("score =", "scoer =", r"unknown parameter: scoer \(allowed: advantage, "),
        ('"5..8"', '"8..5"', "empty range: score goes from 8 to 5"),
        ("[0, 1]", "[]", "empty range: advantage has no values"),
        ('"5..8"', '"5..80"', "score must be a whole number from 0 to 20, not 21"),
        ("tag-bonus =", "tag-bouns =", "unknown option: tag-bouns"),
        ('"rank-each"]', '"rank-twice"]', "tag-bonus must be one of"),
        (
            '"mean:total"',
            '"mean:totla"',
            r"unknown figure: mean:totla \(fields of the outcome: result, total, margin\)",
        ),
        ('"mean:total"', '"maen:total"', "bad figure: maen:total must be"),
        ("report =", "repotr =", "unknown entry: repotr"),
        ("[options]", "[options", "malformed study"),
    ],
)
def test_a_bad_study_is_refused_with_what_is_allowed(old: str, new: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_study(changed(CHECKS, old, new))


def test_a_sweep_of_a_million_million_points_is_refused_at_once_with_its_size() -> None:
    huge = changed(CHECKS, 'score = "5..8"', 'score = "1..1000000"\nrank = "1..1000000"')
    with pytest.raises(BadInput, match="this study has 4,000,000,000,000 points, at most 20,000,000 are allowed"):
        read_study(huge)


def test_a_duel_names_the_figures_it_has() -> None:
    with pytest.raises(
        BadInput, match=r"unknown figure: wins:c \(allowed: wins:a, wins:b, wins:nobody, never-ends, length, left:a"
    ):
        read_study(changed(DUELS, '"wins:a"', '"wins:c"'))


# --- what it works out ---


def test_the_figures_of_a_roll_are_those_of_its_odds() -> None:
    study = read_study(CHECKS)
    results = each_alone(study)
    assert len(results) == 16
    for number, result in enumerate(results):
        point = study.grid.point(number)
        odds = find_game("twelves").odds("check", point.params, point.options)
        assert result == [odds.where(lambda end: end.result != "failure"), odds.mean(lambda end: end.total)]


def test_the_figures_of_a_duel_are_those_of_the_duel_alone() -> None:
    study = read_study(DUELS)
    for number, result in enumerate(each_alone(study)):
        fought = fight_out(find_game("twelves"), "duel", study.grid.point(number).params)
        assert result == [fought.wins["a"], fought.length, fought.left["a"]]


ROUND_AND_ROUND = """
game = "dpi"
duel = "duel"
report = ["length", "wins:attacker"]
exact = false
[parameters]
weapon = "revolver"
counter_weapon = "revolver"
attacker_hp = "1..4"
target_hp = "1..4"
stat = "4..7"
high_policy = "relieve"
"""


def test_lengths_worked_out_together_are_those_worked_out_alone() -> None:
    study = read_study(ROUND_AND_ROUND)
    together = price_together(study, 0, study.grid.size)
    assert together is not None
    assert len(together) == 64
    for number in range(0, study.grid.size, 7):
        fought = fight_out(study.game, "duel", study.grid.point(number).params)
        assert together[number] == pytest.approx([float(fought.length), float(fought.wins["attacker"])], abs=1e-11)


def test_a_length_under_best_play_is_worked_out_all_the_same() -> None:
    study = read_study(changed(ROUND_AND_ROUND, '"relieve"', '"best"'))
    fought = fight_out(study.game, "duel", study.grid.point(9).params, exact=False)
    assert price_together(study, 0, study.grid.size) is None
    assert price_alone(study, 9) == pytest.approx([fought.length, fought.wins["attacker"]])


def test_duels_worked_out_together_are_those_worked_out_alone() -> None:
    text = changed(changed(DUELS, '"1..2"', '"1..4"\na.attack_score = "0..20"'), '"2..3"', '"2..7"')
    text = changed(text, 'first = "a"', 'first = "roll"')  # initiative: each duel begins in two ways
    text = changed(text, '"wins:a", ', '"wins:a", "left:b", "wins:nobody", "wins:a", ')
    study = read_study(changed(text, "game =", "exact = false\ngame ="))
    together = price_together(study, 0, study.grid.size)
    assert together is not None
    for number, result in list(enumerate(together))[::11]:
        fought = fight_out(find_game("twelves"), "duel", study.grid.point(number).params)
        wins, left = fought.wins, fought.left
        exact = [wins["a"], left["b"], wins["nobody"], wins["a"], fought.length, left["a"]]
        assert all(isinstance(value, float) for value in result)
        assert result == pytest.approx(list(map(float, exact)), abs=1e-11)


def test_rolls_worked_out_together_are_those_worked_out_alone() -> None:
    text = changed(changed(CHECKS, '"5..8"', '"0..20"'), '["rank-once", "rank-each"]', '"rank-each"')
    study = read_study(text)
    assert price_together(study, 0, study.grid.size) == each_alone(study)
    in_floats = price_together(read_study(changed(text, "game =", "exact = false\ngame =")), 0, 2)
    assert in_floats is not None
    assert all(isinstance(value, float) for result in in_floats for value in result)


def test_exact_duels_are_worked_out_one_by_one() -> None:
    assert price_together(read_study(DUELS), 0, 4) is None


def test_points_under_the_same_rulings_follow_one_another() -> None:
    study = read_study(CHECKS)
    assert study.points_per_ruling == 8
    rulings = [study.grid.point(number).options for number in range(16)]
    assert rulings == [{"tag-bonus": "rank-once"}] * 8 + [{"tag-bonus": "rank-each"}] * 8
    assert [study.ruling_of(number) for number in (0, 7, 8, 15)] == [0, 0, 1, 1]


def test_a_point_that_a_rule_refuses_says_why_and_stops_nothing() -> None:
    study = read_study(
        """
        game = "dpi"
        roll = "attack"
        report = ["result=success"]
        [parameters]
        weapon = "knife"
        distance = [1, 30]
    """
    )
    near, far = each_alone(study)
    assert price_together(study, 0, 2) in ([near, far], None)
    assert isinstance(near, list)
    assert isinstance(far, str)
    assert "DPI" in far


def test_a_point_that_takes_too_long_has_no_answer_and_no_estimate_is_mixed_in() -> None:
    study = read_study(changed(DUELS, "game =", "seconds = 0.000001\ngame ="))
    assert each_alone(study)[:2] == ["not worked out in 1e-06 seconds"] * 2


def test_a_study_of_which_every_point_is_refused_is_refused() -> None:
    with pytest.raises(BadInput, match="every point of this study is refused by a rule"):
        read_study("""
            game = "dpi"
            roll = "attack"
            report = ["result=success"]
            [parameters]
            weapon = "knife"
            distance = [29, 30]
        """)


# --- running, stopping, going on ---


@contextmanager
def threads() -> Iterator[tuple[Executor, int]]:
    with ThreadPoolExecutor(2) as pool:
        yield pool, 2


def test_a_study_runs_to_its_end_and_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    study = read_study(CHECKS)
    progress: list[tuple[int, int]] = []
    with ResultStore(tmp_path / "results.sqlite", study) as store:
        with threads() as (pool, workers):
            run_study(store, pool, workers, lambda done, total: progress.append((done, total)))
        assert progress[0] == (0, 16)
        assert progress[-1] == (16, 16)
        assert [result for _, result in store.results()] == each_alone(study)
        assert store.missing() == []
        again: list[tuple[int, int]] = []
        with threads() as (pool, workers):
            run_study(store, pool, workers, lambda done, total: again.append((done, total)))
        assert again == [(16, 16)]


def test_every_point_is_kept_as_soon_as_it_is_finished(tmp_path: Path) -> None:
    study = read_study(DUELS)
    path = tmp_path / "results.sqlite"
    kept: list[tuple[int, int]] = []
    with ResultStore(path, study) as store, ThreadPoolExecutor(1) as pool:
        run_study(store, pool, 1, lambda done, total: kept.append((done, len(rows(path)))))
    assert all(done == stored for done, stored in kept)
    assert (kept[0], kept[-1]) == ((0, 0), (4, 4))
    assert len(kept) > 2


def test_many_quick_points_under_several_rulings_and_some_refused_are_each_what_they_are_alone(tmp_path: Path) -> None:
    study = read_study(
        """
        game = "dpi"
        roll = "attack"
        report = ["result=success"]
        [parameters]
        weapon = ["knife", "revolver"]
        distance = "1..12"
        stat = "3..8"
        luck = "3..8"
        skill = "0..2"
        [options]
        natural-2 = ["failure", "table"]
    """
    )
    together: list[int] = []
    with ResultStore(tmp_path / "results.sqlite", study) as store, threads() as (pool, workers):
        run_study(store, pool, workers, lambda done, total: together.append(done))
        assert dict(store.results()) == dict(enumerate(each_alone(study)))
    assert len(together) < study.grid.size / 2  # so many points were worked out together


def test_it_goes_on_with_the_gaps_that_are_left(tmp_path: Path) -> None:
    study = read_study(CHECKS)
    path = tmp_path / "results.sqlite"
    with ResultStore(path, study) as store:
        store.add({number: price_alone(study, number) for number in range(3, 7)})
        store.add({12: "kept as it is"})
    with ResultStore(path, study) as store:
        assert store.done == 5
        assert store.missing() == [range(3), range(7, 12), range(13, 16)]
        with threads() as (pool, workers):
            run_study(store, pool, workers)
        found = dict(store.results())
        assert found[12] == "kept as it is"
        assert [found[at] for at in range(12)] == each_alone(study)[:12]


def test_results_of_another_study_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    ResultStore(path, read_study(CHECKS)).close()
    with pytest.raises(BadInput, match="holds the results of another study"):
        ResultStore(path, read_study(changed(CHECKS, "5..8", "5..9")))
    (tmp_path / "words").write_text("not a database, but longer than nothing at all" * 50)
    with pytest.raises(BadInput, match="cannot use"):
        ResultStore(tmp_path / "words", read_study(CHECKS))


def test_starting_anew_removes_results_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    forget(path)  # nothing there, nothing to do
    study = read_study(CHECKS)
    with ResultStore(path, study) as store:
        store.add({0: price_alone(study, 0)})
    forget(path)
    assert list(tmp_path.iterdir()) == []
    path.write_text("a diary, kept for years")
    with pytest.raises(BadInput, match="not a file of study results"):
        forget(path)
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("create table friends (name)")
    with pytest.raises(BadInput, match="not a file of study results"):
        forget(tmp_path / "other.sqlite")
    assert path.read_text() == "a diary, kept for years"
    assert (tmp_path / "other.sqlite").exists()


def test_the_findings_of_a_study_go_over_every_axis(tmp_path: Path) -> None:
    study = read_study(CHECKS)
    with ResultStore(tmp_path / "results.sqlite", study) as store:
        store.add(dict(enumerate(each_alone(study))))
        report = findings(store)
        write_csv(store, tmp_path / "points.csv")
    assert [table.title for table in report.tables[1:]] == [
        f"Over {name}, on average of everything else" for name in ("score", "advantage", "tag-bonus")
    ]
    assert report.charts[0].kind == "heat"
    assert report.conclusion.startswith("result=success,critical goes from 43.1% at score=5, advantage=0")
    lines = (tmp_path / "points.csv").read_text().splitlines()
    assert lines[0] == (
        'score,advantage,tag-bonus,"result=success,critical","result=success,critical as a fraction",'
        "mean:total,mean:total as a fraction,refused"
    )
    assert (
        lines[1] == "5,0,rank-once,0.430555555556,31/72,13,13,"
    )  # 55 totals of 15 or more and 7 doubles below, out of 144
    assert len(lines) == 17


def rows(path: Path) -> dict[int, str]:
    with closing(sqlite3.connect(path)) as file:
        try:
            return dict(file.execute("select point, figures from result"))
        except sqlite3.OperationalError:  # not there yet
            return {}


def children(parent: int) -> list[int]:
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(word) for one in lists for word in one.read_text().split()]


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


SLOW = """
game = "dpi"
duel = "duel"
report = ["wins:attacker"]
[parameters]
weapon = "revolver"
counter_weapon = "revolver"
attacker_hp = "8..13"
target_hp = "8..13"
stat = 6
"""
LONG = SLOW.replace("8..13", "8..40")
"""So many points that no worker is done with them before they are stopped."""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes of this machine")
def test_a_killed_study_loses_only_the_point_in_work_and_the_same_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text(SLOW)
    results = tmp_path / "slow.results.sqlite"
    command = [sys.executable, "-m", "rulewright", "lab", "study", "slow.toml", "--cores", "1", "--json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        while len(rows(results)) < 3:
            assert running.poll() is None
            time.sleep(0.02)
        workers = children(running.pid)
        running.send_signal(signal.SIGKILL)
    kept = rows(results)
    study = read_study(SLOW)
    assert 3 <= len(kept) < study.grid.size
    assert workers
    deadline = time.monotonic() + 20
    while any(map(is_alive, workers)):
        assert time.monotonic() < deadline, "a worker outlives the command that was killed"
        time.sleep(0.1)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300)
    assert json.loads(done.stdout)["points"] == study.grid.size
    found = rows(results)
    assert {point: found[point] for point in kept} == kept
    first = kept[min(kept)]
    assert [Fraction(text) for text in json.loads(first)] == price_alone(study, min(kept))
    # Worked out in one go, nothing is different.
    whole = tmp_path / "whole.sqlite"
    subprocess.run([*command, "--results", str(whole)], cwd=tmp_path, capture_output=True, check=True, timeout=300)
    assert rows(whole) == found


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C as a signal")
@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_or_a_polite_end_stops_with_one_line_and_keeps_what_is_done(tmp_path: Path, wish: int) -> None:
    (tmp_path / "slow.toml").write_text(LONG)
    results = tmp_path / "slow.results.sqlite"
    command = [sys.executable, "-m", "rulewright", "lab", "study", "slow.toml", "--cores", "1"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # may be ignored around us
    ) as running:
        while len(rows(results)) < 1:
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(wish)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.startswith("rulewright: stopped with ")
    assert "the same command continues from there" in err
    assert len(err.splitlines()) == 1
    assert rows(results)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes of this machine")
def test_a_worker_that_is_ended_from_outside_costs_one_line_and_nothing_that_was_finished(tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text(LONG)
    results = tmp_path / "slow.results.sqlite"
    command = [sys.executable, "-m", "rulewright", "lab", "study", "slow.toml", "--cores", "1"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while len(rows(results)) < 1:
            assert running.poll() is None
            time.sleep(0.02)
        (worker,) = [one for one in children(running.pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
        os.kill(worker, signal.SIGKILL)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert err.startswith("rulewright: a worker was killed")
    assert "the same command continues from there" in err
    assert len(err.splitlines()) == 1
    assert rows(results)


def test_it_runs_unchanged_on_a_dask_cluster(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    study = read_study(CHECKS)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        ResultStore(tmp_path / "results.sqlite", study) as store,
    ):
        with workers_on(cluster.scheduler_address) as (executor, workers):
            run_study(store, executor, workers)
        assert [result for _, result in store.results()] == each_alone(study)


def test_a_worker_with_other_rules_does_not_mix_its_results_in() -> None:
    study = read_study(CHECKS)
    _, results = worked_out(study.text, study.fingerprint, 0, 1)
    assert results == [price_alone(study, 0)]
    with pytest.raises(BadInput, match="a worker has other rules of twelves, or another Rulewright"):
        worked_out(study.text, "of other rules", 0, 1)


def test_a_cluster_that_is_not_there_is_said_to(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadInput, match="no Dask scheduler at nowhere"), workers_on("nowhere://x"):
        pass


def test_the_studies_of_the_documentation_are_studies(tmp_path: Path) -> None:
    study = load_study(Path(__file__).parents[2] / "docs" / "studies" / "weapons.toml")
    assert study.grid.size == 160
    assert load_study(Path(__file__).parents[2] / "docs" / "studies" / "builds.toml").grid.size == 1_000_000
    with pytest.raises(BadInput, match="cannot read"):
        load_study(tmp_path / "nothing.toml")


# --- play that never ends ---


class Blades(NamedTuple):
    """Two fighters: the hit points of each, and how often the blade of a was dulled."""

    a: int
    b: int
    dull: int = 0


def strike(dice: Dice[Any], at: Blades) -> Blades:
    """a hits, is hit, or dulls the blade; twice dulled it does nothing any more, and neither does b."""
    if at.dull == 2:
        return at
    face = dice.pool("strike", 1 * d(4))
    if face == 4:
        return Blades(at.a - 1, at.b, at.dull)
    return Blades(at.a, at.b - 1, at.dull) if face >= 2 else Blades(at.a, at.b, at.dull + 1)


blades = repeat(strike, until=lambda at: at.a == 0 or at.b == 0)


def begin_blades(dice: Dice[Any], hp: int = 1) -> Bout:
    """The duel before its first strike."""
    return Bout(blades, Blades(hp, hp), ())


def duel_of_blades(dice: Dice[Any], hp: int = 1) -> Blades:
    """The duel to its end."""
    return dice.call(blades, Blades(hp, hp))


@pytest.mark.parametrize("exact", [True, False])
def test_play_that_never_ends_has_a_figure_of_its_own(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(
        roll="duel",
        sides=("a", "b"),
        begin=begin_blades,
        winner=lambda at: "b" if at.a == 0 else "a",  # even where the game takes any state for a victory
        unit="strikes",
        counts=lambda at: True,
        mover=lambda at, *_: "a",
        measured=lambda at: (at.a, at.b),
    )
    twelves = find_game("twelves")
    game = replace(twelves, slug="blades", rolls=(Roll("duel", duel_of_blades, "each strike"),), duels=(duel,))
    monkeypatch.setattr(study_module, "find_game", lambda slug: game)
    report = '["wins:a", "wins:b", "wins:nobody", "never-ends", "left:a"]'
    text = f'game = "blades"\nduel = "duel"\nexact = {str(exact).lower()}\nreport = {report}\nparameters.hp = "1..30"\n'
    study = read_study(text)
    alone = each_alone(study)
    assert alone[0] == pytest.approx([0.625, 0.3125, 0, 0.0625, 0.6875])  # by hand, with one hit point each
    for point in alone:
        assert sum(point[:4]) == pytest.approx(1)  # type: ignore[arg-type]
        assert point[3] > 0  # type: ignore[operator]
    together = price_together(study, 0, 30)
    assert (together is None) == exact
    for apart, point in zip(alone, together or (), strict=not exact):
        assert point == pytest.approx(apart)
    rolled = read_study('game = "blades"\nroll = "duel"\nreport = ["never-ends", "a=0"]\nparameters.hp = "1..30"\n')
    assert [point[0] for point in each_alone(rolled)] == pytest.approx([point[3] for point in alone])

"""Without its optional parts Rulewright still plays, prices and studies, and says what to install for the rest."""

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OPTIONAL = {
    re.split(r"[\[<>=;~ ]", requirement)[0].replace("-", "_")
    for part, requirements in PROJECT["optional-dependencies"].items()
    for requirement in requirements
    if part != "all"
}

NOT_INSTALLED = """
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {names} else super().find_spec(name, path, target)

sys.meta_path[:] = [Without if finder is PathFinder else finder for finder in sys.meta_path]
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation in which no library of an optional part can be found."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(NOT_INSTALLED.replace("{names}", repr(OPTIONAL)))
    return {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "100"}


def run(command: Sequence[str], environment: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=environment, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


def test_the_optional_libraries_are_really_left_out(bare: dict[str, str], tmp_path: Path) -> None:
    done = run([sys.executable, "-c", "import matplotlib"], bare, tmp_path)
    assert "ModuleNotFoundError" in done.stderr
    assert {"matplotlib", "starlette", "psycopg", "distributed"} < OPTIONAL


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "serve --help",
        "games",
        "odds twelves check score=7",
        "odds twelves duel --float",
        "roll 4d6kh3",
        "check twelves",
        "lab compare twelves check score=5..9",
        "lab answer twelves 4",
        "play twelves --file memory:",
        "table list --store tables.sqlite",
    ],
)
def test_engine_games_lab_and_play_work_without_the_optional_parts(
    bare: dict[str, str], words: str, tmp_path: Path
) -> None:
    if words.startswith("table"):
        assert run([sys.executable, "-m", "rulewright", "play", "--file", "tables.sqlite"], bare, tmp_path)
    done = run([sys.executable, "-m", "rulewright", *words.split()], bare, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("serve", "the server needs starlette, uvicorn, httptools, websockets: pip install 'rulewright[server]'"),
        (
            "table list --store postgresql://me@db/tables",
            "a PostgreSQL database needs psycopg, psycopg_pool: pip install 'rulewright[postgres]'",
        ),
        ("odds 4d6 --plot odds.svg", "a chart needs matplotlib: pip install 'rulewright[plots]'"),
        ("odds twelves check --plot odds.svg", "a chart needs matplotlib: pip install 'rulewright[plots]'"),
        ("lab duel twelves duel --plot duel.svg", "a chart needs matplotlib: pip install 'rulewright[plots]'"),
        ("lab answer twelves 4 --out report", "a report with charts needs matplotlib: pip install 'rulewright[plots]'"),
        (
            "lab study study.toml --scheduler tcp://here:1",
            "a cluster needs distributed: pip install 'rulewright[cluster]'",
        ),
    ],
)
def test_a_missing_part_is_one_line_that_says_what_to_install(
    bare: dict[str, str], words: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "study.toml").write_text((ROOT / "docs" / "studies" / "weapons.toml").read_text())
    done = run([sys.executable, "-m", "rulewright", *words.split()], bare, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"rulewright: {message}\n")


def test_a_server_without_the_driver_of_its_database_says_so_before_it_serves(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NOT_INSTALLED.replace("{names}", repr({"psycopg"})))
    command = [sys.executable, "-m", "rulewright", "serve", "--database", "postgresql://me@db/tables"]
    done = run(command, {**os.environ, "PYTHONPATH": str(tmp_path)}, tmp_path)
    words = "a PostgreSQL database needs psycopg: pip install 'rulewright[postgres]'"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"rulewright: {words}\n")


def test_all_is_every_other_part_and_development_has_them_all() -> None:
    parts = PROJECT["optional-dependencies"]
    assert parts["all"] == [f"rulewright[{','.join(part for part in parts if part != 'all')}]"]
    lock = (ROOT / "requirements.lock").read_text().replace("-", "_")
    assert [library for library in OPTIONAL if f"\n{library}==" not in lock] == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, timeout=300, env={**os.environ, "RULEWRIGHT_NO_WEB": "1"})
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.soak
@pytest.mark.parametrize("part", ["", "plots", "server", "postgres", "cluster", "all"])
def test_each_way_of_installing_works_in_an_empty_environment(wheel: Path, part: str, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    scripts = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    wanted = f"{wheel}[{part}]" if part else str(wheel)
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", wanted], check=True, timeout=600)

    clean = {**os.environ, "PYTHONPATH": ""}

    def command(words: str) -> subprocess.CompletedProcess[str]:
        return run([str(scripts / "rulewright"), *words.split()], clean, tmp_path)

    for words in (
        "--help",
        "odds twelves check",
        "lab compare twelves check score=5..9",
        "play twelves --file memory:",
    ):
        assert (command(words).returncode, command(words).stderr) == (0, "")
    # Where the part is there, the last two fail for another reason: such an address and such a database do not exist.
    for words, needed in (
        ("odds 4d6 --plot odds.svg", "plots"),
        ("serve --host 203.0.113.1", "server"),
        ("table list --store postgresql://127.0.0.1:1/none", "postgres"),
        (f"lab study {ROOT}/docs/studies/weapons.toml --results r.sqlite --scheduler tcp://127.0.0.1:1", "cluster"),
    ):
        done = command(words)
        assert f"pip install 'rulewright[{needed}]'" in done.stderr or part in (needed, "all"), words
        assert ("pip install" in done.stderr, "Traceback" in done.stderr) == (part not in (needed, "all"), False)
    if part in ("server", "all"):
        serving = [str(scripts / "rulewright"), "serve", "--port", "0", "--database", "memory:"]
        with subprocess.Popen(serving, env=clean, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            assert "Rulewright serves http://127.0.0.1:" in server.stdout.readline()
            server.terminate()

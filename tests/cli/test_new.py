"""`rulewright new`: what it writes is a game without faults, and a package whose tests pass."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.new import new
from rulewright.rulebook import Rulebook, game_of_text
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.templates import TEMPLATES, template
from rulewright.rules import BadInput
from rulewright.testing import check_game


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_is_a_game_without_faults(name: str) -> None:
    text = template(name, "My own")
    assert check_rulebook(Rulebook(text)) == []
    game = game_of_text(text)
    assert (game.name, game.slug) == ("My own", "my-own")
    assert game.fights is not None
    assert list(map(str, check_game(game))) == []


def test_a_rulebook_is_written_and_never_over_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new("the deep", "pool", python=False)
    assert game_of_text((tmp_path / "the-deep.md").read_text()).name == "The deep"
    with pytest.raises(BadInput, match=r"the-deep\.md already exists"):
        new("the deep", "pool", python=False)


@pytest.mark.parametrize("name", ["", "7", "../up", 'a"b', "x" * 80])
def test_a_name_that_would_not_do_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "../up":
        new(name, "pool", python=False)
        assert [path.name for path in tmp_path.iterdir()] == ["up.md"]
        return
    with pytest.raises(BadInput, match="bad name"):
        new(name, "pool", python=False)


def test_an_accent_becomes_its_plain_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new("Ünïcorn", "pool", python=False)
    assert 'name = "Ünïcorn"' in (tmp_path / "unicorn.md").read_text()


@pytest.mark.parametrize("name", ["class", "random", "rulewright"])
def test_a_package_has_no_name_that_python_uses(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="already means something in Python"):
        new(name, "pool", python=True)
    assert not list(tmp_path.iterdir())


def test_the_tests_of_a_new_package_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new("deep dive", "pool", python=True)
    folder = tmp_path / "deep-dive"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout

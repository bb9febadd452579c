"""Openings and trackers are read from TOML beside a game."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.game import Opening, Tracker, find_game, load_openings, load_trackers
from rulewright.rules import BadInput


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "game_as_data"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("game_as_data", None)


def test_an_action_is_written_with_its_parameters_beside_it(package: Path) -> None:
    (package / "opening.toml").write_text(
        """
        title = "The game"
        words = "It begins."
        then = ["Ada takes again."]
        heroes = ["Ada"]
        first = { action = "take", who = "Ada" }

        [[steps]]
        action = "join"
        character = { name = "Ada", luck = 3 }

        [[steps]]
        action = "begin"
        """
    )
    steps: tuple[tuple[str, dict[str, Any]], ...] = (("join", {"character": {"name": "Ada", "luck": 3}}), ("begin", {}))
    made = Opening("It begins.", steps, ("Ada",), ("take", {"who": "Ada"}), "The game", ("Ada takes again.",))
    assert load_openings("game_as_data") == (made,)


def test_a_step_without_an_action_is_refused(package: Path) -> None:
    (package / "opening.toml").write_text('title = ""\nwords = ""\nheroes = []\nfirst = { who = "Ada" }\nsteps = []')
    with pytest.raises(BadInput, match=r"opening.toml of the package game_as_data: every step needs an action"):
        load_openings("game_as_data")


def test_trackers_of_the_scene_come_after_those_of_sheets(package: Path) -> None:
    (package / "trackers.toml").write_text(
        """
        scene = [{ label = "clock", kind = "clock", value = "minute" }]
        sheet = [{ label = "luck", kind = "count", value = "luck", usual = 0 }]
        """
    )
    luck, clock = Tracker("luck", "count", "luck", usual=0), Tracker("clock", "clock", "minute", where="scene")
    assert load_trackers("game_as_data") == (luck, clock)


def test_an_unknown_kind_of_tracker_is_refused(package: Path) -> None:
    (package / "trackers.toml").write_text('sheet = [{ label = "luck", kind = "dial", value = "luck" }]')
    with pytest.raises(BadInput, match=r"broken game: trackers\.toml of the package"):
        load_trackers("game_as_data")


def test_the_boxes_of_twelves_are_as_many_as_its_rules_say() -> None:
    from rulewright.games.twelves.data import TIERS

    boxes = {tracker.label: tracker.most for tracker in find_game("twelves").trackers if tracker.kind == "boxes"}
    assert boxes == {"normal": "normal_boxes", "wounded": TIERS.wounded, "critical": TIERS.critical}

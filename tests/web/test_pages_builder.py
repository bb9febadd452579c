"""Making characters in the browser: by hand, at random, refused, kept, printed, and brought to a table."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from rulewright.game import find_game, installed_games

if TYPE_CHECKING:
    from web_browser import Visitor

Visit = Callable[..., "Visitor"]

GAMES = sorted(installed_games())


def step(page: Page, title: str) -> None:
    page.get_by_role("navigation", name="Steps").get_by_role("button", name=title).first.click()
    expect(page.locator("#step-title")).to_have_text(title)


def choose(page: Page, group: str, value: str) -> None:
    page.get_by_role("group", name=group, exact=True).get_by_role(
        "radio", name=re.compile(f"^{re.escape(value)}( |$)", re.I)
    ).check(force=True)


def finished(page: Page, name: str) -> None:
    expect(page.locator(".character-name")).to_have_text(name)
    expect(page.locator(".builder-side")).to_have_attribute("aria-busy", "false")


def exported(page: Page, folder: Path) -> dict[str, object]:
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    waiting.value.save_as(folder / "character.json")
    found: dict[str, object] = json.loads((folder / "character.json").read_text())
    return found


def test_a_twelves_character_by_hand_is_what_the_game_makes_of_it(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/characters/twelves")
    scores = dict(zip(("AGI", "STR", "FIN", "INS", "PRE", "KNO"), (9, 8, 7, 6, 5, 4), strict=True))
    step(page, "Ability scores")
    for ability, score in scores.items():
        choose(page, find_game("twelves").words.name(ability), str(score))
    step(page, "Tags")
    page.get_by_label("one of your own").fill("burglar")
    page.get_by_role("button", name="Add").click()
    step(page, "Name")
    page.get_by_role("textbox", name="Name").fill("Wren")
    finished(page, "Wren")
    made = exported(page, tmp_path)
    assert made == {
        "rulewright": "character",
        "game": "twelves",
        "options": {},
        "wanted": {"scores": scores, "tags": ["burglar"], "name": "Wren"},
    }
    sheet = find_game("twelves").new_sheet({"scores": scores, "tags": ["burglar"], "name": "Wren"})
    assert page.locator(".character-sheet .tick:not(.ticked)").count() == sheet["hit_points"]


def test_a_score_that_is_taken_is_offered_only_to_change_places(visit: Visit) -> None:
    page = visit().go("/characters/twelves")
    step(page, "Ability scores")
    choose(page, "Agility", "9")
    strength = page.get_by_role("group", name="Strength", exact=True)
    expect(strength.get_by_role("radio", name="9", exact=True)).to_be_disabled()
    expect(strength.get_by_role("radio", name="8", exact=True)).to_be_enabled()
    choose(page, "Strength", "8")
    choose(page, "Strength", "9")
    agility = page.get_by_role("group", name="Agility", exact=True)
    expect(agility.get_by_role("radio", name="8", exact=True)).to_be_checked()
    expect(strength.get_by_role("radio", name="9", exact=True)).to_be_checked()


def test_a_die_code_character_by_hand(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/characters/die-code")
    page.get_by_role("textbox", name="Name").fill("Ida")
    step(page, "Attributes")
    page.get_by_label("a name of your own").fill("agility")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("textbox", name="agility").fill("3d+1")
    step(page, "Skills")
    page.get_by_label("a name of your own").fill("climb")
    page.get_by_label("a name of your own").press("Enter")
    skill = page.get_by_role("group", name="climb")
    skill.get_by_role("radio", name="agility").check(force=True)
    skill.get_by_label("code").fill("1d+2")
    step(page, "Size")
    choose(page, "Size", "small")
    finished(page, "Ida")
    assert exported(page, tmp_path)["wanted"] == {
        "name": "Ida",
        "attributes": {"agility": "3d+1"},
        "skills": {"climb": {"attribute": "agility", "code": "1d+2"}},
        "size": "small",
    }
    assert page.get_by_role("region", name="pools").locator(".plate", has_text="climb").inner_text().split() == [
        "Climb",
        "5d",
    ]


def test_an_untold_aeons_character_by_hand_spends_what_there_is(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/characters/untold-aeons")
    step(page, "Characteristics")
    for name, level in {"dexterity": 4, "toughness": 3, "willpower": 3, "intellect": 2}.items():
        page.get_by_role("textbox", name=name).fill(str(level))
        page.get_by_role("textbox", name=name).press("Tab")
    expect(page.get_by_text("0 points left of 12 points")).to_be_visible()
    assert page.get_by_role("button", name="dexterity: more").is_disabled()
    step(page, "Starting XP")
    page.get_by_role("group", name="Add to Starting XP").get_by_role("button", name="Improve stealth").click()
    page.get_by_label("a new skill to learn").fill("occult")
    page.get_by_role("button", name="Add", exact=True).click()
    step(page, "Name")
    page.get_by_role("textbox", name="Name").fill("Ruth")
    finished(page, "Ruth")
    made = exported(page, tmp_path)["wanted"]
    assert isinstance(made, dict)
    assert made["purchases"] == [{"improve": "stealth"}, {"learn": "occult"}]
    assert find_game("untold-aeons").new_sheet(made)["xp"] == 70


def test_a_light_and_dark_character_with_typed_dice(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/characters/light-dark")
    page.get_by_role("textbox", name="Name").fill("Mara")
    step(page, "Archetype")
    page.get_by_role("combobox", name="Archetype").fill("failed smuggler")
    step(page, "Attributes")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_label("die 1, 1 to 6").focus()
    page.keyboard.type("61234512", delay=40)
    expect(page.get_by_text("8 of 8")).to_be_visible()
    step(page, "One Advancement")
    page.get_by_role("button", name="Tough").click()
    step(page, "Gear")
    choose(page, "armour", "light")
    page.get_by_role("checkbox", name="shield").check()
    finished(page, "Mara")
    made = exported(page, tmp_path)["wanted"]
    assert isinstance(made, dict)
    assert made["dice"] == [6, 1, 2, 3, 4, 5, 1, 2]
    assert made["gear"] == {"armour": "light", "shield": True}
    assert "attributes" not in made


def test_what_is_not_allowed_is_named_in_words(visit: Visit) -> None:
    page = visit().go("/characters/light-dark")
    step(page, "Gear")
    page.locator("summary", has_text="Not allowed now").click()
    expect(page.locator(".one-step li strong").first).to_have_text("Heavy melee with a shield")


def test_dice_rolled_here_come_from_the_server_and_replace_what_they_settle(visit: Visit) -> None:
    page = visit().go("/characters/light-dark")
    step(page, "Attributes")
    page.get_by_role("button", name="strength: more").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Roll 8d6").click()
    expect(page.get_by_text("8 of 8")).to_be_visible()
    faces = [page.get_by_label(f"die {place}, 1 to 6").input_value() for place in range(1, 9)]
    assert all(face in "123456" for face in faces)
    steps = page.get_by_role("navigation", name="Steps")
    expect(steps.get_by_role("button", name=re.compile("^Attributes . done$"))).to_be_visible()
    expect(steps.get_by_role("button", name=re.compile("Dice for Attributes"))).to_have_count(0)


def test_a_dpi_agent_by_hand_is_refused_with_the_rule_and_then_mended(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/characters/dpi")
    step(page, "Skills of the role")
    expect(page.locator(".one-step .note")).to_contain_text("Nothing to choose here yet: outside the role's categories")
    step(page, "Role")
    choose(page, "Role", "operator")
    step(page, "Ancestry")
    choose(page, "Ancestry", "human")
    step(page, "Stats by ancestry")
    for stat in ("strength", "luck"):
        page.get_by_role("button", name=stat, exact=False).first.click()
    step(page, "Skills of the role")
    offered = page.get_by_role("group", name="Add to Skills of the role").get_by_role("button")
    for _ in range(5):
        offered.first.click()
    refusal = page.locator(".one-step .note.wrong")
    expect(refusal).to_contain_text("Role needs six different skills")
    expect(refusal.get_by_role("link", name="DPI-A19")).to_have_attribute("href", "/rules/dpi#DPI-A19")
    offered.first.click()
    expect(refusal).to_have_count(0)
    step(page, "Skills by ancestry")
    for _ in range(3):
        page.get_by_role("group", name="Add to Skills by ancestry").get_by_role("button").nth(1).click()
    step(page, "Equipment")
    for item in ("revolver", "ammunition"):
        page.get_by_role("button", name=f"{item}: more").click()
    step(page, "Name")
    page.get_by_role("textbox", name="Name").fill("Quill")
    finished(page, "Quill")
    made = exported(page, tmp_path)["wanted"]
    assert isinstance(made, dict)
    assert made["equipment"] == {"revolver": 1, "ammunition": 1}
    assert find_game("dpi").new_sheet(made)["name"] == "Quill"


def test_nothing_is_wrong_before_a_mistake_and_finish_keeps_the_character(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/characters/light-dark")
    expect(page.locator(".builder-side")).to_contain_text("Still to choose: Name, Archetype and One Advancement.")
    assert page.locator(".note, [role=alert]").count() == 0
    page.get_by_role("textbox", name="Name").fill("Mara")
    page.get_by_role("button", name="Next: Archetype").click()
    page.get_by_role("button", name="Courier").click()
    expect(page.get_by_role("button", name="Courier")).to_contain_text("Always between two places")
    assert visitor.unwelcome() == []
    step(page, "Attributes")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Roll 8d6").click()
    step(page, "One Advancement")
    page.get_by_role("button", name="Tough").click()
    step(page, "Gear")
    page.get_by_role("button", name="Finish").click()
    expect(page.locator("#builder-sheet")).to_be_focused()
    expect(page.locator(".character-name")).to_have_text("Mara")
    assert "id=" in page.url


@pytest.mark.parametrize("game", GAMES)
def test_one_press_makes_a_legal_character_that_prints_on_one_page(game: str, visit: Visit, tmp_path: Path) -> None:
    page = visit().go(f"/characters/{game}")
    page.get_by_role("button", name="Make one at random").click()
    expect(page.locator(".character-name")).to_be_visible()
    made = exported(page, tmp_path)["wanted"]
    assert isinstance(made, dict)
    sheet = find_game(game).new_sheet(made)
    expect(page.locator(".character-name")).to_have_text(str(sheet["name"]))
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".character-name")).to_be_visible()
    assert not page.get_by_role("navigation", name="Steps").is_visible()


def test_a_long_list_goes_on_in_the_next_column_and_the_tide_line_is_printed(visit: Visit) -> None:
    page = visit().go("/characters/untold-aeons")
    page.get_by_role("button", name="Make one at random").click()
    expect(page.locator(".character-name")).to_be_visible()
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        skills = page.locator(".sheet-tables table", has=page.locator("caption", has_text=re.compile("^skills$", re.I)))
        places = skills.locator("tr").evaluate_all(
            "all => all.map(row => Math.round(row.getBoundingClientRect().left))"
        )
        assert len(set(places)) > 1, media
    trackers = page.locator(".paper-tally .trackers").first
    assert trackers.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"


def test_a_character_is_kept_read_in_and_removed(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.go("/characters/twelves")
    page.get_by_role("button", name="Make one at random").click()
    expect(page.locator(".character-name")).to_be_visible()
    name = page.locator(".character-name").inner_text()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved in this browser.")).to_be_visible()
    page.reload()
    finished(page, name)
    exported(page, tmp_path)
    visitor.go("/characters")
    expect(page.get_by_role("link", name=name)).to_have_count(1)
    page.get_by_label("Import a character").set_input_files(tmp_path / "character.json")
    finished(page, name)
    visitor.go("/characters")
    expect(page.get_by_role("link", name=name)).to_have_count(2)
    page.get_by_role("button", name=f"Remove {name}").first.click()
    page.get_by_role("button", name=f"Yes, remove {name}").click()
    expect(page.get_by_role("link", name=name)).to_have_count(1)


def test_a_file_that_is_no_character_is_refused_in_one_line(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    for place, content in enumerate(["no JSON", "[1]", '{"game": "twelves"}']):
        page = visitor.go("/characters")
        (tmp_path / f"{place}.json").write_text(content)
        page.get_by_label("Import a character").set_input_files(tmp_path / f"{place}.json")
        expect(page.get_by_role("alert")).to_contain_text("Choose")


@pytest.mark.parametrize("game", GAMES)
def test_a_character_is_brought_to_a_new_table_and_to_one_that_is_open(game: str, visit: Visit) -> None:
    visitor = visit()
    page = visitor.go(f"/characters/{game}")
    for way, name in (("Open a table with them", "First"), (find_game(game).name, "Second")):
        page.get_by_role("button", name="Make one at random").click()
        expect(page.locator(".character-name")).to_be_visible()
        step(page, "Name")
        page.get_by_role("textbox", name="Name").fill(name)
        finished(page, name)
        page.locator(".builder-side").get_by_role("button", name=way, exact=True).first.click()
        page.wait_for_url("**/table/*")
        expect(page.locator(".card h3", has_text=name)).to_be_visible()
        expect(page.locator(".line")).to_contain_text("Here:")
        page.go_back()


def test_rulings_of_the_table_change_what_is_legal(visit: Visit) -> None:
    page = visit().go("/characters/twelves")
    page.get_by_text("Rulings of your table").click()
    page.get_by_label("Find a ruling").fill("scores are set")
    choose(page, "how scores are set", "points")
    step(page, "Ability scores")
    expect(page.get_by_text("33 points left of 39 points")).to_be_visible()


def test_a_character_can_be_made_without_a_pointer(visit: Visit) -> None:
    page = visit().go("/characters/twelves")
    expect(page.locator("#step-title")).to_have_text("Ability scores")  # what has to be chosen comes first
    page.locator("#step-title").focus()
    while page.evaluate("document.activeElement.type") != "radio":
        page.keyboard.press("Tab")
    open_ones = page.locator(".entry:not(:has(input:checked)) input:enabled")
    for left in reversed(range(6)):
        page.keyboard.press("Space")
        expect(page.locator(".entry-grid input:checked")).to_have_count(6 - left)
        expect(open_ones).to_have_count(left * left)  # none of those without a score may have it now
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Back"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Next")
    for _ in range(4):
        page.keyboard.press("Enter")
        expect(page.locator("#step-title")).to_be_focused()
        if page.locator("#step-title").inner_text() == "Name":
            break
        while not page.evaluate("document.activeElement.textContent").startswith("Next"):
            page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.tagName") != "INPUT":
        page.keyboard.press("Tab")
    page.keyboard.type("Wren")
    finished(page, "Wren")


SCENARIO = """
name = "The drowned quarter"
author = "Ada"
[archetypes]
how = "replace"
entries = [{ name = "salvage diver" }, { name = "lamp keeper" }]
"""


def test_a_scenario_of_ones_own_is_checked_used_and_brought_to_a_table(visit: Visit, tmp_path: Path) -> None:
    """Its lists are what there is to choose; a wrong file is refused in the server's words and changes nothing."""
    visitor = visit()
    visitor.expected = ("status of 400",)
    page = visitor.go("/characters/light-dark")
    chooser = page.get_by_label("Use a scenario of your own")
    (tmp_path / "wrong.toml").write_text('name = "No author"')
    chooser.set_input_files(tmp_path / "wrong.toml")
    expect(page.get_by_role("alert")).to_contain_text("Author is missing")
    (tmp_path / "drowned.toml").write_text(SCENARIO)
    chooser.set_input_files(tmp_path / "drowned.toml")
    expect(page.locator(".from-file")).to_contain_text("The drowned quarter")
    expect(page.locator(".from-file")).to_contain_text("2 archetypes")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".builder-side")).to_have_attribute("aria-busy", "false")
    assert visitor.unwelcome() == []
    page.get_by_role("textbox", name="Name").fill("Mara")
    step(page, "Archetype")
    choose(page, "Archetype", "salvage diver")
    expect(page.get_by_role("radio", name="courier")).to_have_count(0)
    step(page, "Attributes")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Roll 8d6").click()
    step(page, "One Advancement")
    page.get_by_role("button", name="Tough").click()
    finished(page, "Mara")
    made = exported(page, tmp_path)["wanted"]
    assert isinstance(made, dict)
    assert find_game("light-dark").new_sheet(made)["archetype"] == "salvage diver"
    page.get_by_role("button", name="Open a table with them").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".card h3", has_text="Mara")).to_be_visible()
    expect(page.locator(".lines")).to_contain_text("The scenario is The drowned quarter")


def test_a_table_is_opened_with_a_scenario(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.expected = ("status of 400",)
    page = visitor.go("/play/light-dark")
    (tmp_path / "wrong.toml").write_text("[[[")
    page.get_by_label("Use a scenario of your own").set_input_files(tmp_path / "wrong.toml")
    expect(page.get_by_role("alert")).to_contain_text("neither TOML nor JSON")
    (tmp_path / "drowned.toml").write_text(SCENARIO)
    page.get_by_label("Use a scenario of your own").set_input_files(tmp_path / "drowned.toml")
    expect(page.locator(".from-file")).to_contain_text("The drowned quarter")
    page.get_by_role("button", name="Open a ready table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".lines")).to_contain_text("The scenario is The drowned quarter")
    expect(page.locator(".offer.first")).to_be_visible()

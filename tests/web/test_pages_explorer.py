"""The odds explorer: its numbers are those of the command line, and its links, comparisons and files work."""

import csv
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from command_line import rulewright
from rulewright.game import find_game, installed_games
from rulewright.server.jobs import roll_odds

if TYPE_CHECKING:
    from web_browser import Visitor

Visit = Callable[..., "Visitor"]
GAMES = sorted(installed_games())
Chances = dict[str, tuple[str, str]]

LINE = re.compile(r"^  (?P<label>.+?) +(?P<percent>[<>]?[0-9.]+%)  \S+ +(?P<exact>[0-9]+(?:/[0-9]+)?)$", re.MULTILINE)


def printed_by_the_command_line(*words: str) -> Chances:
    """Every outcome that `rulewright odds` shows, with its percentage and its fraction."""
    ran = rulewright("odds", *words, environment={"COLUMNS": "100"})
    assert ran.status == 0
    return {line["label"]: (line["percent"], line["exact"]) for line in LINE.finditer(ran.out)}


def shown_by_the_page(page: Page) -> Chances:
    page.locator("table.outcomes tbody tr").first.wait_for()
    rows = page.locator("table.outcomes tbody tr").all()
    cells = [(row.locator("th").inner_text(), [cell.inner_text() for cell in row.locator("td").all()]) for row in rows]
    return {label: (chance.strip(), exact.strip()) for label, (chance, exact) in cells}


ROLLS = {
    "twelves check score=7 advantage=1": "/odds/twelves?roll=check&p.score=7&p.advantage=1",
    "twelves initiative a.agi=9": "/odds/twelves?roll=initiative&p.a.agi=9",
    "die-code check pool=4d+1 difficulty=difficult": "/odds/die-code?roll=check&p.pool=4d%2B1&p.difficulty=difficult",
    "untold-aeons check skill=3": "/odds/untold-aeons?roll=check&p.skill=3",
    "light-dark risky-action attribute=2 dark=1": "/odds/light-dark?roll=risky-action&p.attribute=2&p.dark=1",
    "dpi check stat=7 skill=2 stress=1": "/odds/dpi?roll=check&p.stat=7&p.skill=2&p.stress=1",
    "4d6kh3": "/odds?dice=4d6kh3",
}


def in_the_words_of(game: str, label: str) -> str:
    """A label of the command line, "complication, ego left 2", in the words of the game and without what is 0."""
    words = find_game(game).words
    parts: list[str] = []
    for part in label.split(", "):
        name, _, number = part.rpartition(" ")
        if name and number == "0" and parts:
            continue
        if name and number.isdigit():
            parts.append(f"{words.names.get(name.replace(' ', '_'), name)} {number}")
        else:
            parts.append(words.values.get(part, part))
    return re.sub(r"\b[a-z](?= goes first)", lambda side: side[0].upper(), ", ".join(parts))


@pytest.mark.parametrize("words", ROLLS)
def test_the_explorer_shows_the_fractions_of_the_command_line(words: str, visit: Visit) -> None:
    shown = shown_by_the_page(visit().go(ROLLS[words]))
    printed = printed_by_the_command_line(*words.split())
    assert len(printed) > 1
    game = words.split()[0]
    if game in installed_games():
        printed = {in_the_words_of(game, label): chance for label, chance in printed.items()}
    assert shown == printed


def test_a_changed_parameter_changes_the_odds_and_the_link(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/odds/twelves?roll=check&p.score=7")
    assert shown_by_the_page(page)["success"] == ("50.0%", "1/2")
    page.get_by_role("button", name="score: more").click()
    expect(page.locator("table.outcomes")).to_contain_text("41/72")
    page.get_by_text("Rulings", exact=False).first.click()
    doubles = page.get_by_role("group", name="doubles below the target number")
    doubles.get_by_role("radio", name="failure").check(force=True)
    expect(page).to_have_url(re.compile(r"p\.score=8&o\.doubles-below-tn=failure"))
    printed = printed_by_the_command_line("twelves", "check", "score=8", "--option", "doubles-below-tn=failure")
    expect(page.locator("table.outcomes")).to_contain_text(printed["critical"][1])
    assert shown_by_the_page(page) == printed
    again = visit()
    assert shown_by_the_page(again.go(page.url.removeprefix(visitor.site.address))) == shown_by_the_page(page)


def test_numbers_come_with_mean_spread_quantiles_and_a_curve(visit: Visit) -> None:
    page = visit().go("/odds?dice=2d6")
    row = page.get_by_role("region", name="Numbers").get_by_role("row", name="result")
    assert row.inner_text().split() == ["result", "7", "2.42", "2", "to", "12", "3", "5", "7", "9", "11"]
    page.get_by_text("As a table").click()
    seven = page.get_by_role("region", name="Values of result").get_by_role("row", name=re.compile("^7 "))
    assert seven.inner_text().split() == ["7", "16.7%", "1/6", "58.3%", "7/12"]


def test_two_settings_are_compared_bar_above_bar_with_every_difference(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=check&p.score=7")
    page.get_by_role("button", name="Compare with another setting").click()
    page.get_by_role("textbox", name="score").fill("5")
    page.get_by_role("textbox", name="score").press("Enter")
    both = page.get_by_role("region", name="Side by side")
    expect(both.get_by_role("row", name="failure")).to_contain_text("5/12")
    assert both.get_by_role("row", name="failure").inner_text().split() == [
        *("failure", "41.7%", "5/12", "56.9%", "41/72", "+15.3", "pts")
    ]
    assert both.locator(".odds-bar").count() == 2
    expect(page).to_have_url(re.compile(r"vs=1&vs\.p\.score=5"))
    page.reload()
    expect(both.get_by_role("row", name="success")).to_contain_text("−15.3 pts")
    page.get_by_role("button", name="Stop comparing").click()
    expect(both).to_have_count(0)


def test_two_rulings_are_compared_from_the_rules(visit: Visit) -> None:
    page = visit().go("/rules/twelves#TW-A7")
    page.locator("#TW-A7").get_by_role("link", name="compare failure").click()
    both = page.get_by_role("region", name="Side by side")
    expect(both.get_by_role("columnheader", name="doubles below the target number: failure")).to_be_visible()
    expect(both.get_by_role("row", name="critical")).to_contain_text("pts")


def test_a_heat_map_shows_a_figure_over_two_parameters(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=check&p.score=7")
    page.get_by_role("button", name="Show it for many values").click()
    heat = page.get_by_role("region", name="Heat map")
    expect(heat.get_by_role("columnheader", name="7", exact=True)).to_be_visible()
    page.get_by_role("combobox", name="Show").select_option(label="chance of success")
    page.get_by_role("group", name="Down").get_by_role("combobox").select_option(label="difficulty")
    expect(heat.get_by_role("caption")).to_contain_text("Chance of success: ability score across, difficulty down")
    first_row = heat.get_by_role("row").nth(1)
    across = [cell.inner_text() for cell in heat.get_by_role("columnheader").all()]
    seven = first_row.get_by_role("cell").nth(across.index("7"))
    assert seven.inner_text() == "50.0%"
    assert seven.get_attribute("title") == "1/2"
    url = page.url
    page.goto(url)
    expect(heat.get_by_role("caption")).to_contain_text("Chance of success: ability score across, difficulty down")
    expect(page.locator(".heat-words")).not_to_contain_text("changes nothing")
    page.get_by_role("group", name="Down").get_by_role("combobox").select_option(label="Rank")
    expect(page.locator(".heat-words")).to_contain_text("Rank changes nothing in this setting.")


def test_a_cell_that_is_refused_stays_empty_and_says_why(visit: Visit) -> None:
    page = visit().go('/odds/dpi?roll=hit&p&across=distance:[1,2]&down=weapon:["revolver","nonsense"]')
    cells = page.get_by_role("region", name="Heat map").get_by_role("row").nth(2).get_by_role("cell")
    expect(cells).to_have_text(["–", "–"])
    assert "weapon must be" in (cells.first.get_attribute("title") or "")


def saved(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("group", name="Download or copy").get_by_role("button", name=button, exact=True).click()
    place = folder / waiting.value.suggested_filename
    waiting.value.save_as(place)
    return place


def test_odds_are_taken_away_as_csv_svg_and_png(visit: Visit, tmp_path: Path) -> None:
    page = visit().go("/odds/twelves?roll=check&p.score=7")
    shown = shown_by_the_page(page)
    table = saved(page, "CSV", tmp_path)
    assert table.name == "twelves-check.csv"
    with table.open() as lines:
        rows = list(csv.DictReader(lines))
    assert {row["outcome"]: row["exactly"] for row in rows} == {label: exact for label, (_, exact) in shown.items()}
    picture = ET.parse(saved(page, "SVG", tmp_path)).getroot()
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Twelves: check"
    assert "50.0%" in texts
    assert saved(page, "PNG", tmp_path).read_bytes().startswith(b"\x89PNG\r\n")


def test_best_play_of_a_duel_is_reported_choice_by_choice(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/odds/twelves?roll=duel&p.a.potions=1&p.a.weapon=2&p.b.weapon=2")
    page.get_by_role("button", name="What should they do?").click()
    best = page.get_by_role("region", name="Best play")
    expect(best.get_by_role("heading", name="a decides: attack or drink").first).to_be_visible()
    rows = best.get_by_role("table").first.get_by_role("row")
    assert "best" in rows.nth(1).inner_text()
    shares = [float(re.findall(r"([0-9.]+)%", rows.nth(at).inner_text())[0]) for at in (1, 2)]
    assert shares[0] >= shares[1]
    assert visitor.unwelcome() == []
    page.emulate_media(color_scheme="dark")
    assert visitor.unwelcome(colours_only=True) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert not visitor.scrolls_sideways()


def test_best_play_that_takes_too_long_tells_what_each_plan_is_worth(visit: Visit) -> None:
    """The wait shows its progress, can be cancelled, and ends with plans in words."""
    visitor = visit()
    page = visitor.go("/odds/dpi?roll=duel")
    best = page.get_by_role("region", name="Best play", exact=True)
    page.route("**/advise", lambda route: None)  # no answer at all
    best.get_by_role("button", name="What should they do?").click()
    expect(best.get_by_role("progressbar")).to_be_visible()
    expect(best).to_contain_text("of at most 12 seconds")
    best.get_by_role("button", name="Cancel").click()
    expect(best.get_by_role("progressbar")).to_have_count(0)
    page.unroute("**/advise")

    def hurried(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "seconds": 4})

    page.route("**/advise", hurried)
    best.get_by_role("button", name="What should they do?").click()
    expect(best.locator(".note")).to_contain_text("Here is what each fixed plan is worth instead.")
    expect(best.get_by_role("table")).to_contain_text("Spends no High.")
    expect(best.get_by_role("button", name="Try longer")).to_be_visible()
    assert visitor.unwelcome() == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert not visitor.scrolls_sideways()


def test_a_games_own_solver_is_asked_where_there_is_one(visit: Visit) -> None:
    page = visit().go("/odds/light-dark?roll=fight&p.attribute=2&p.ego=4")
    page.get_by_role("button", name="What should they do?").click()
    best = page.get_by_role("region", name="Best play")
    expect(best.get_by_role("heading", name="What is best")).to_be_visible()
    expect(best.get_by_role("row").nth(1)).to_contain_text("Dark D")


def test_a_roll_is_rolled_or_typed_in_and_explained(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=check&p.score=7")
    once = page.get_by_role("region", name="Roll it once")
    once.get_by_label("face 1").fill("6")
    once.get_by_label("face 2").fill("6")
    once.get_by_role("button", name="That is what I rolled").click()
    expect(once.locator(".result-word")).to_have_text("Critical")
    expect(once.locator(".result")).to_contain_text("Total 12")
    once.get_by_text("Why?").click()
    expect(once.get_by_role("link", name="TW-13").first).to_have_attribute("href", "/rules/twelves#TW-13")
    with page.expect_response("**/games/twelves/rolls") as answered:
        once.get_by_role("button", name="Roll", exact=True).click()
    total = answered.value.json()["outcome"]["total"]
    expect(once.locator(".result")).to_contain_text(f"Total {total}")


def test_a_value_without_dice_is_worked_out(visit: Visit) -> None:
    page = visit().go("/odds/die-code?value=size&p.length=6ft")
    expect(page.locator(".explorer-results")).to_contain_text("medium")


def test_what_is_refused_says_so_and_keeps_the_last_answer(visit: Visit) -> None:
    visitor = visit()
    visitor.expected = ("400",)
    page = visitor.go("/odds?dice=2d6")
    expect(page.locator("table.outcomes")).to_contain_text("1/6")
    page.get_by_label("Dice notation").fill("2d6+")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("table.outcomes")).to_contain_text("1/6")
    assert page.locator(".odds-view.waits").count() == 1
    page.get_by_label("Dice notation").fill("2d6kh1")
    expect(page.locator("table.outcomes")).to_contain_text("11/36")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_simulated_answer_says_so_and_gives_its_interval(visit: Visit) -> None:
    visitor = visit()
    no_time = 0.0  # what the server answers when exact odds take too long, without having to wait for it
    printed = msgspec.to_builtins(roll_odds("twelves", "check", {"score": 7}, {}, no_time))
    visitor.page.route("**/games/twelves/odds", lambda route: route.fulfill(json=printed))
    page = visitor.go("/odds/twelves?roll=check&p.score=7")
    expect(page.locator(".odds-view .note")).to_contain_text("Simulated.")
    expect(page.get_by_role("columnheader", name="95% interval")).to_be_visible()
    assert re.search(r"[0-9.]+% to [0-9.]+%", page.locator("table.outcomes td.fraction").first.inner_text())


def test_the_explorer_can_be_used_without_a_pointer(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=check&p.score=7")
    page.get_by_role("combobox", name="Roll").focus()
    page.keyboard.type("att")
    expect(page).to_have_url(re.compile("roll=attack"))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile("roll=check"))
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "ability score, slider":
            break
    before = page.get_by_role("textbox", name="score").input_value()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("textbox", name="score")).to_have_value(str(int(before) + 1))
    page.get_by_role("textbox", name="score").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("textbox", name="score")).to_have_value(before)


def test_examples_of_the_game_fill_the_setting_in(visit: Visit) -> None:
    page = visit().go("/odds/untold-aeons")
    page.get_by_text("Examples").click()
    page.get_by_role("button", name="A burst of rapid fire at close range").click()
    expect(page).to_have_url(re.compile(r"roll=firearm-attack.*p\.rapid_fire=4"))
    expect(page.get_by_role("textbox", name="firearms")).to_have_value("4")


def test_goal_seek_finds_the_least_score_that_gives_the_chance(visit: Visit) -> None:
    """60% of anything but failure: the answer is the first score whose exact chance is enough."""
    page = visit().go("/odds/twelves?roll=check&p.score=7&p.rank=2&p.tags=1")
    page.get_by_role("button", name="Which ability score gives 60%?").click()
    goal = page.get_by_role("region", name="What would it take?")
    throws = [(one, other) for one in range(1, 13) for other in range(1, 13)]
    chances = {
        score: sum(one == other or one + other + 2 >= 20 - score for one, other in throws) / len(throws)
        for score in range(21)
    }
    least = min(score for score, chance in chances.items() if chance >= 0.6)
    expect(goal.get_by_role("status")).to_contain_text(f"Ability score {least} or more: {chances[least]:.1%}")
    goal.get_by_role("textbox", name="gives at least (%)").fill("99")
    goal.get_by_role("textbox", name="gives at least (%)").press("Enter")
    higher = min(score for score, chance in chances.items() if chance >= 0.99)
    expect(goal.get_by_role("status")).to_contain_text(f"Ability score {higher} or more")


def test_a_duel_calls_its_sides_by_their_letters(visit: Visit) -> None:
    page = visit(viewport={"width": 320, "height": 640}).go("/odds/twelves?roll=duel&p.a.potions=1")
    expect(page.locator(".odds-bar .keys").last).to_contain_text("A wins")
    expect(page.get_by_role("rowheader", name="A wins, by boxes")).to_be_visible()
    table = page.get_by_role("region", name="Outcomes and their chances")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing of the table is cut off"
    expect(page.get_by_role("button", name=re.compile("^Which value of “A: "))).to_be_visible()


def test_the_number_of_a_rule_opens_it_on_the_page_one_is_on(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/odds/twelves?roll=check&p.score=7")
    once = page.get_by_role("region", name="Roll it once")
    once.get_by_role("button", name="Roll", exact=True).click()
    once.get_by_text("Why?").click()
    once.get_by_role("link", name="TW-13").first.click()
    rule = page.get_by_role("dialog", name="Rule TW-13")
    expect(rule).to_contain_text(find_game("twelves").inventory.rules["TW-13"].text.split("`")[0].strip()[:40])
    assert "/odds/twelves" in page.url
    assert visitor.unwelcome() == []
    page.keyboard.press("Escape")
    expect(rule).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_one_page_prints_on_one_page(game: str, visit: Visit) -> None:
    visitor = visit()
    page = visitor.go(f"/rules/{game}?one-page=1")
    expect(page.get_by_role("heading", name="On your turn")).to_be_visible()
    assert visitor.unwelcome() == []
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_the_map_over_two_parameters_begins_with_something_that_differs(visit: Visit) -> None:
    """In every game the axes offered first change the figure, and the map says what its shades mean."""
    page = visit().page
    for game in ("twelves", "die-code", "untold-aeons", "light-dark", "dpi"):
        page.goto(f"{visit().site.address}/odds/{game}")
        page.get_by_role("button", name="Show it for many values").click()
        words = page.locator(".heat-words")
        expect(words).to_contain_text("A stronger colour is a higher value, from 0% to 100%.")
        expect(words).not_to_contain_text("changes nothing")
        assert len(set(page.locator("table.heat tbody td").all_inner_texts())) > 5, game


def test_one_word_has_one_colour_wherever_it_stands(visit: Visit) -> None:
    """Good and bad are rust and blue, which every kind of eyes tells apart; a number is neither."""
    page = visit().go("/odds/twelves?roll=check&p.score=7&vs=1&vs.p.score=19")
    bars = page.locator(".odds-bar:has(.keys)")
    expect(bars.nth(1)).to_be_visible()
    fills = [
        dict(
            bar.locator(".keys > span").evaluate_all(
                "all => all.map(one => [one.innerText.split(' ')[0], one.firstChild.className])"
            )
        )
        for bar in bars.all()
    ]
    for word in set(fills[0]) & set(fills[1]):
        assert fills[0][word] == fills[1][word], fills
    assert any("fill-4" in fill or "fill-3" in fill for fill in fills[0].values()), fills
    page.goto(page.url.split("/odds")[0] + "/odds?dice=1d4")
    keys = page.locator(".odds-bar .keys > span .swatch")
    expect(keys).to_have_count(4)
    assert all("shade-" in one for one in keys.evaluate_all("all => all.map(one => one.className)"))


def test_bars_of_outcomes_end_at_a_round_share_and_are_to_scale(visit: Visit) -> None:
    page = visit().go("/odds?dice=8d6")
    expect(page.locator("table.outcomes thead")).to_contain_text("bars: 0 to 10%")
    bars = page.locator("table.outcomes .cell-bar")
    likeliest = max(map(float, bars.evaluate_all("all => all.map(one => one.style.getPropertyValue('--share'))")))
    shares = page.locator("table.outcomes .with-bar").all_inner_texts()
    highest = max(float(share.strip().rstrip("%")) for share in shares if "<" not in share)
    assert abs(likeliest - highest / 10) < 0.005  # a bar of 10% takes all of its room


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_begins_with_a_setting_that_says_something(game: str, visit: Visit) -> None:
    visitor = visit()
    for roll in find_game(game).rolls:
        page = visitor.go(f"/odds/{game}?roll={roll.name}")
        expect(page.locator("table.outcomes")).to_be_visible()
        assert page.get_by_role("alert").count() == 0, roll.name
        assert page.locator("table.outcomes tbody tr").count() > 1, roll.name


def test_a_duel_that_was_rolled_says_who_wins_and_its_turns_only_by_name(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=duel")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".result-word")).to_have_text(re.compile("^[AB] wins$"))
    expect(page.locator(".result")).to_contain_text(re.compile("the other (has no box left|collapses)"))
    expect(page.get_by_role("region", name="Roll it once")).not_to_contain_text("none")
    page.locator(".why-box summary").first.click()
    expect(page.locator(".why")).to_contain_text("next action, until it is over")
    expect(page.locator(".why")).not_to_contain_text("combatants")
    page.get_by_role("button", name="Which value of").click()
    expect(page.get_by_role("combobox", name="For the").locator("option").first).to_have_text("chance that A wins")


def test_outcomes_are_in_words_with_a_real_minus(visit: Visit) -> None:
    page = visit().go("/odds/untold-aeons?roll=firearm-attack")
    assert "critical hit" in shown_by_the_page(page)
    page = visit().go("/odds/untold-aeons?roll=hidden-check")
    assert "success, margin 3, net −1" in shown_by_the_page(page)


def test_a_hit_looks_as_good_as_a_success_and_worse_than_a_critical(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=attack&p.score=7")
    fills = page.locator(".explorer-results .keys .swatch").evaluate_all("all => all.map(one => one.className)")
    assert fills == ["swatch fill-1", "swatch fill-3", "swatch fill-4"]


def test_hyphens_of_names_are_not_as_wide_as_digits(visit: Visit) -> None:
    page = visit().go("/odds/twelves?roll=check")
    style = "one => getComputedStyle(one).fontVariantNumeric"
    assert page.locator("h1").evaluate(style) == "normal"
    assert page.locator("table.outcomes td").first.evaluate(style) == "tabular-nums"


def test_a_value_that_needs_a_text_begins_with_an_example_or_asks_for_it(visit: Visit) -> None:
    page = visit().go("/odds/die-code?value=add-pips")
    expect(page.get_by_role("textbox", name="Code")).to_have_value("3d")
    expect(page.locator(".character-name")).to_have_text("Add pips")
    page = visit().go("/odds/untold-aeons?value=damage")
    expect(page.get_by_role("region", name="Results")).to_have_text("Enter the damage of the weapon to see the value.")

"""Fights on a map: ways round what is in the way, what is in reach, and what to expect of an attack."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from dpi_table import ARMED, GUN, Scene, fight

from rulewright.dice import Odds
from rulewright.game.error_words import as_sentence
from rulewright.game.plain_data import plain
from rulewright.games.dpi import GAME, fight_actions
from rulewright.games.dpi.grid import distance
from rulewright.games.dpi.movement import Ground, way_to, ways
from rulewright.games.dpi.options import Options
from rulewright.table.views.hidden_scene import Hidden

WALL = [[1, y] for y in range(-3, 4)]


def reached(scene: Scene, who: str = "Ada") -> dict[tuple[int, int], int]:
    """Every space a character can reach now, with its AP."""
    return {tuple(one["space"]): one["ap"] for one in drawn(scene, who)["spaces"]}


def drawn(scene: Scene, who: str = "Ada") -> dict[str, Any]:
    """The map of a character who knows every sheet."""
    assert GAME.board is not None
    found: dict[str, Any] = plain(GAME.board.drawn(scene.options, scene.now, who, frozenset(scene.now.characters)))
    return found


# --- ways


@pytest.mark.rule("DPI-128", "DPI-A49")
@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("diagonals", ["one", "five-ten", "orthogonal"])
def test_the_way_to_one_space_is_its_way_among_all(grid: Any, diagonals: Any) -> None:
    random, options = Random(4), Options(diagonals=diagonals)
    for _ in range(12):
        walls = frozenset((random.randrange(9), random.randrange(9)) for _ in range(random.randrange(25))) - {(4, 4)}
        ground = Ground(grid, (9, 9), walls)
        found = ways(options, ground, (4, 4), 5)
        for _ in range(8):  # the first few are looked for one by one
            to = (random.randrange(9), random.randrange(9))
            assert way_to(options, ground, (4, 4), to, 5, 0) == found.get(to)


@pytest.mark.rule("DPI-128", "DPI-A49")
@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("diagonals", ["one", "five-ten", "orthogonal"])
def test_with_nothing_in_the_way_a_way_is_as_long_as_the_distance(grid: Any, diagonals: Any) -> None:
    options = Options(diagonals=diagonals)
    found = ways(options, Ground(grid), (2, -1), 6)
    spaces = [(x, y) for x in range(-6, 11) for y in range(-9, 8)]
    expected = {at: distance(options, grid, (2, -1), at) for at in spaces}
    assert {at: way.spaces for at, way in found.items()} == {at: far for at, far in expected.items() if far <= 6}
    assert all(way.path[-1:] == ((at,) if at != (2, -1) else ()) for at, way in found.items())


@pytest.mark.rule("DPI-126", "DPI-135")
def test_a_way_goes_round_obstacles() -> None:
    scene = fight(Foe={"space": [9, 9]})
    scene.do("set-scene", obstacles=WALL)
    assert str(scene.refusal("move", who="Ada", to=[1, 0])).startswith("space 1, 0 is off the map, blocked or taken")
    shown = scene.do("move", who="Ada", to=[2, 0])
    # up along the wall, round its end, and down again: two diagonals each way are no shorter
    assert (shown["spaces"], shown["ap"], shown["path"][-1]) == (8, 8, [2, 0])
    assert [1, 4] in shown["path"] or [1, -4] in shown["path"]
    assert not any(space in WALL for space in shown["path"])


@pytest.mark.rule("DPI-126", "DPI-135")
def test_what_is_behind_a_wall_is_out_of_reach_when_ap_do_not_last_for_the_way_round() -> None:
    scene = fight(Foe={"space": [9, 9]})
    scene.do("set-scene", obstacles=WALL)
    scene.do("edit", who="Ada", changes={"stats": {"agility": 2}})
    scene.do("end-turn", who="Ada")
    scene.turn("Ada")
    assert scene.now.fight.ap == 5
    assert (2, 0) not in reached(scene)
    assert str(scene.refusal("move", who="Ada", to=[2, 0])).startswith("no way to space 2, 0 with 5 AP")


@pytest.mark.rule("DPI-126")
def test_no_way_passes_an_enemy_or_stops_on_a_friend() -> None:
    scene = Scene(
        Ada=GUN, Bea={"space": [1, 0]}, One={"foe": True, "space": [0, 1]}, Two={"foe": True, "space": [8, 8]}
    )
    scene.do("set-scene", grid="hex")
    scene.do("start-fight")
    scene.turn("Ada")
    costs = reached(scene)
    assert (1, 0) not in costs
    assert (0, 1) not in costs
    assert costs[2, 0] == 2  # through a friend
    assert costs[0, 2] == 3  # round an enemy
    scene.do("edit", who="One", changes={"hp": 0})
    assert reached(scene)[0, 2] == 2  # the fallen hold no space


@pytest.mark.rule("DPI-126")
def test_no_way_leaves_the_map_or_squeezes_between_two_obstacles() -> None:
    scene = fight(Foe={"space": [4, 4]})
    scene.do("set-scene", size=[5, 5], obstacles=[[0, 1], [1, 0]])
    assert reached(scene) == {}
    assert str(scene.refusal("move", who="Ada", to=[-1, 0])).startswith("space -1, 0 is off the map")
    scene.do("set-scene", obstacles=[[0, 1]])
    assert reached(scene)[0, 2] == 2  # by way of (1, 1), past one obstacle
    assert len(reached(scene)) == 5 * 5 - 3  # all but her own, the obstacle and the foe's


@pytest.mark.rule("DPI-A49")
def test_diagonals_are_counted_over_the_whole_turn() -> None:
    scene = fight({"diagonals": "five-ten"}, Foe={"space": [9, 9]})
    costs = [scene.do("move", who="Ada", to=[at, at])["ap"] for at in (1, 2, 3, 4)]
    assert costs == [1, 2, 1, 2]
    again = fight({"diagonals": "five-ten"}, Foe={"space": [9, 9]})
    assert again.do("move", who="Ada", to=[4, 4])["ap"] == 6


@pytest.mark.rule("DPI-182", "DPI-184", "DPI-A58")
@pytest.mark.parametrize(("armour", "costs"), [("light", (0, 0, 1)), ("medium", (1, 1, 2)), ("heavy", (3, 3, 4))])
def test_reach_knows_the_armour_worn(armour: str, costs: tuple[int, ...]) -> None:
    scene = fight(ada={"armour": armour, "equipment": {f"{armour}-armour": 1}}, Foe={"space": [9, 9]})
    found = reached(scene)
    assert (found[1, 0], found[1, 1], found[2, 0]) == costs
    for to, ap in list(found.items())[::7]:
        after = Scene()
        after.now = scene.now
        assert after.do("move", who="Ada", to=list(to))["ap"] == ap


# --- the map


@pytest.mark.rule("DPI-126", "DPI-136", "DPI-137")
def test_a_map_can_be_drawn_from_one_call() -> None:
    scene = fight(Foe={"space": [3, 0]}, Far={"space": [15, 0]})
    scene.do("set-scene", size=[20, 8], obstacles=[[2, 2]])
    scene.do("cover", who="Foe", against="Ada", cover="half")
    scene.do("cover", who="Ada", against="Far", cover="full")
    seen = drawn(scene)
    assert (seen["grid"], seen["least"], seen["most"], seen["obstacles"]) == ("square", [0, 0], [19, 7], [[2, 2]])
    assert [(one["who"], one["side"], one["space"], one["in_fight"]) for one in seen["figures"]] == [
        ("Ada", "agents", [0, 0], True),
        ("Foe", "enemies", [3, 0], True),
        ("Far", "enemies", [15, 0], True),
    ]
    pairs = {(one["one"], one["other"]): one for one in seen["pairs"]}
    assert set(pairs) == {("Ada", "Foe"), ("Ada", "Far")}
    near, far = pairs["Ada", "Foe"], pairs["Ada", "Far"]
    assert (near["spaces"], near["cover_of_one"], near["cover_of_other"], near["sight"]) == (3, "none", "half", True)
    assert (far["spaces"], far["cover_of_one"], far["sight"]) == (15, "full", False)
    assert (seen["turn"], seen["ap"]) == ("Ada", 19)
    assert all(0 <= one["space"][0] < 20 and 0 <= one["space"][1] < 8 for one in seen["spaces"])
    around = scene.do("look-around", who="Ada")
    assert {field: around[field] for field in ("pairs", "in_reach_of")} == {
        field: seen[field] for field in ("pairs", "in_reach_of")
    }
    assert [{**figure, "states": []} for figure in seen["figures"]] == [
        {field: value for field, value in figure.items() if field != "burning"} | {"states": []}
        for figure in around["figures"]
    ]
    assert len(msgspec.json.encode(around)) < 2_000  # it is kept in the log and sent to everyone


@pytest.mark.rule("DPI-A47", "DPI-A48")
def test_every_weapon_shows_its_bands_as_spaces_of_the_map() -> None:
    scene = fight(ada=ARMED, Foe={"space": [3, 0]})
    scene.do("set-scene", size=[12, 3])
    seen = drawn(scene)
    arms = {one["weapon"]: one for one in seen["arms"]}
    assert list(arms) == ["shotgun", "unarmed", "grenade"]
    bands = {one["band"]: one for one in arms["shotgun"]["bands"]}
    assert [(one["least"], one["most"]) for one in bands.values()] == [(2, 4), (5, 10)]
    assert [2, 0] in bands["room"]["spaces"]
    assert [1, 1] not in bands["room"]["spaces"]
    assert len(bands["room"]["spaces"]) == 2 + 3 * 3  # (0, 2) and (1, 2), then three columns
    assert (arms["shotgun"]["shots"], arms["shotgun"]["ap"], arms["shotgun"]["area"]) == (2, 3, "arc")
    assert (arms["grenade"]["shots"], arms["unarmed"]["shots"]) == (4, None)


@pytest.mark.rule("DPI-A41", "DPI-A46", "DPI-A47", "DPI-A60")
def test_a_target_that_cannot_be_attacked_says_why_in_the_words_of_the_attack() -> None:
    scene = fight(Foe={"space": [3, 0]}, Hidden={"space": [0, 3]}, Far={"space": [9, 0]})
    scene.do("cover", who="Hidden", against="Ada", cover="full")
    scene.do("grant-weapon", who="Ada", weapon="flame-thrower")
    seen = drawn(scene)
    for arm in seen["arms"]:
        for target in arm["targets"]:
            refused = scene.refusal("attack", who="Ada", target=target["who"], weapon=arm["weapon"])
            assert target["refused"] == (refused and as_sentence(refused.rpartition(" (")[0]))
    why = {(arm["weapon"], one["who"]): one["refused"] for arm in seen["arms"] for one in arm["targets"]}
    assert why["revolver", "Foe"] is None
    assert why["revolver", "Hidden"].startswith("Complete cover")
    assert why["revolver", "Far"].startswith("Out of range")
    assert why["flame-thrower", "Foe"].startswith("Skill needed")
    other = drawn(scene, "Foe")
    assert other["spaces"] == []
    assert other["arms"][0]["targets"][0]["refused"].startswith("Not your turn")


@pytest.mark.rule("DPI-A43", "DPI-A47")
def test_looking_around_says_who_could_strike_where() -> None:
    scene = fight(Foe={"space": [3, 0]}, Rifle={"space": [8, 0], "weapon": "battle-rifle"}, Far={"space": [15, 0]})
    seen = drawn(scene)
    assert seen["in_reach_of"] == ["Foe", "Rifle"]
    there = {tuple(one["space"]): one["in_reach_of"] for one in seen["spaces"]}
    assert there[-3, 0] == []
    assert there[2, 0] == ["Foe", "Rifle"]  # bare hands strike next to her, a pistol would not
    assert there[-2, 0] == ["Rifle"]
    scene.do("move", who="Ada", to=[-3, 0])
    assert drawn(scene)["in_reach_of"] == []


# --- what to expect


def expected(scene: Scene, action: str, **params: Any) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """For everyone an attack can hit, the same figures from the exact odds of the action itself."""
    priced = GAME.action_odds(action, scene.now, params, scene.options)
    for name in scene.now.characters:
        yield name, figures_of(priced, name)


def figures_of(priced: Odds[Any], name: str) -> dict[str, Fraction]:
    def damage(shown: Any) -> int:
        return sum(one.damage for one in shown.hit if one.who == name)

    def countered(shown: Any) -> bool:
        return name in shown.countered_by

    return {
        "hurt": priced.where(lambda shown: damage(shown) > 0),
        "mean_damage": priced.mean(damage),
        "strikes_back": priced.where(countered),
        "mean_counter": priced.mean(lambda shown: shown.counter_damage if countered(shown) else 0),
    }


def chance_to_fall(priced: Odds[Any], name: str) -> Fraction:
    return priced.where(lambda shown: any(one.fell for one in shown.hit if one.who == name))


SHOT = {"One": {"space": [3, 0], "hp": 5}, "Two": {"space": [3, 2], "fortitude": 2}, "Off": {"space": [0, 3]}}


@pytest.mark.rule("DPI-155", "DPI-159", "DPI-A42", "DPI-A44", "DPI-A45", "DPI-A53")
@pytest.mark.parametrize("options", [{}, {"counter-timing": "survivors-only"}, {"area-damage": "per-target"}])
def test_what_to_expect_is_what_the_attack_brings(options: Any) -> None:
    scene = fight(options, ada=ARMED, **SHOT)
    scene.do("cover", who="Two", against="Ada", cover="half")
    seen, aimed = drawn(scene), scene.do("aim", who="Ada", at=[3, 0])
    target = {one["who"]: one for one in seen["arms"][0]["targets"]}["One"]
    assert (target["hit"], target["results"]) == (aimed["hit"], aimed["results"])
    assert [one for one in seen["falls"] if one["aimed"] == "One"] == aimed["falls"]
    shown = {one["who"]: one for one in target["hit"]}
    assert set(shown) == {"One", "Two"}
    for name, figures in expected(scene, "attack", who="Ada", target="One"):
        for field, value in figures.items():
            assert Fraction(shown[name][field] if name in shown else 0) == value, (name, field)
    priced = GAME.action_odds("attack", scene.now, {"who": "Ada", "target": "One"}, scene.options)
    falls = {one["who"]: Fraction(one["chance"]) for one in aimed["falls"]}
    for name in shown:
        assert falls[name] == chance_to_fall(priced, name)
    assert falls["One"] > 0
    assert Fraction(target["success"]) == priced.where(lambda one: one.result in ("success", "crit"))
    chances = {one["result"]: Fraction(one["chance"]) for one in target["results"]}
    assert chances == dict(priced.map(lambda one: one.result).items())
    assert sum(chances.values()) == 1


@pytest.mark.rule("DPI-171", "DPI-A48", "DPI-A53")
def test_everyone_in_an_area_takes_the_dice_of_their_own_distance() -> None:
    scene = fight(ada=ARMED, One={"space": [3, 0]}, Far={"space": [7, 1]})
    near = {one["who"]: one["mean_damage"] for one in scene.do("aim", who="Ada", at=[3, 0])["hit"]}
    far = {one["who"]: one["mean_damage"] for one in scene.do("aim", who="Ada", at=[7, 1])["hit"]}
    assert near["One"] == far["One"] > near["Far"] == far["Far"]
    for name, figures in expected(scene, "attack", who="Ada", target="Far"):
        assert Fraction(far.get(name, 0)) == figures["mean_damage"]


@pytest.mark.rule("DPI-155", "DPI-A52", "DPI-A53")
def test_a_grenade_is_aimed_before_it_is_thrown() -> None:
    scene = fight(ada=ARMED, Foe={"space": [7, 0]}, Other={"space": [8, 2], "hp": 2}, Safe={"space": [7, 3]})
    aimed = scene.do("aim", who="Ada", weapon="grenade", at=[7, 0])
    assert (aimed["refused"], aimed["aimed"], aimed["ap"]) == (None, "Foe", 3)
    assert len(aimed["area"]) == 25
    assert {one["who"] for one in aimed["hit"]} == {"Foe", "Other"}
    shown = {one["who"]: one for one in aimed["hit"]}
    for name, figures in expected(scene, "throw-grenade", who="Ada", at=[7, 0]):
        for field, value in figures.items():
            assert Fraction(shown[name][field] if name in shown else 0) == value, (name, field)
    near = scene.do("aim", who="Ada", weapon="grenade", at=[2, 0])
    assert near["refused"].startswith("Space 2, 0 is out of field range")
    assert [one["who"] for one in near["hit"]] == ["Ada"]
    assert scene["Ada"].grenades == 4


@pytest.mark.rule("DPI-158", "DPI-159", "DPI-A50", "DPI-A51")
def test_an_area_is_every_space_where_a_character_would_be_hit() -> None:
    scene = fight(ada=ARMED, Foe={"space": [3, 0]}, Mark={"space": [9, 9]})
    aimed = scene.do("aim", who="Ada", at=[3, 0])
    covered = {tuple(space) for space in aimed["area"]}
    assert {(2, 0), (3, 3), (10, -10)} <= covered
    assert not covered & {(1, 0), (3, 4), (11, 0), (-3, 0)}
    for space in [(2, 2), (4, -4), (3, 4), (1, 1), (9, 3), (0, 5)]:
        scene.do("place", who="Mark", space=list(space))
        hit = {one["who"] for one in scene.do("aim", who="Ada", at=[3, 0])["hit"]}
        assert ("Mark" in hit) == (space in covered), space
    missed = scene.do("aim", who="Ada", at=[0, 4])
    assert missed["refused"] == "There is no target there."
    assert missed["aimed"] is None
    assert scene.do("aim", who="Ada", weapon="unarmed", at=[1, 0])["area"] == [[1, 0]]
    assert scene.do("aim", who="Ada", weapon="unarmed", at=[4, 0])["area"] == []


@pytest.mark.rule("DPI-27", "DPI-A47")
def test_a_player_who_may_not_read_a_foe_is_offered_only_what_the_ap_allow() -> None:
    """What a foe is like is hidden; that no AP are left, who is near and which space is taken are not."""
    scene = fight(Guard={"space": [3, 0]})

    def offered() -> dict[tuple[str, str], Any]:
        seen = Hidden(("Guard",)).marked_in(scene.now, GAME.secrets)
        return {(offer.action, offer.who): offer.ways for offer in GAME.legal_now(seen, scene.options)}

    before = offered()
    assert ("attack", "Ada") in before
    assert ("leave-fight", "Ada") not in before
    assert (3, 0) not in before["move", "Ada"][0].may["to"]
    while scene.now.fight.ap >= 3:  # the price of a Medium weapon
        scene.do("attack", 1, 2, 12, 12, 1, who="Ada", target="Guard")
    assert ("attack", "Ada") not in offered()


def test_whether_one_may_aim_is_known_without_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table with thirty characters the odds of every aim would take longer than anybody waits."""

    def never(*given: object) -> None:
        raise AssertionError("the odds of an aim were worked out")

    game = GAME
    opening, options, scene = game.openings[0], game.table_options({}), game.scene()
    for action, params in opening.steps:
        scene = game.act(action, scene, dict(params), options, random=Random(1)).outcome[0]
    monkeypatch.setattr(fight_actions, "aimed_at", never)
    offered = {offer.who: offer for offer in game.legal_now(scene, options, lambda action, who: action.name == "aim")}
    assert offered.keys() == scene.characters.keys()
    assert all(len(offer.ways[0].may["at"]) >= len(scene.characters) for offer in offered.values())
    refused = game.refusal("aim", scene, {"who": "Clerk", "at": [0, 0], "weapon": "flamethrower"}, options)
    assert refused is not None

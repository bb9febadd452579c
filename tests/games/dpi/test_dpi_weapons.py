"""Spaces, ranges, weapons, cover and Fortitude."""

from fractions import Fraction
from math import acos, degrees, hypot, sqrt
from typing import Any

import pytest
from dpi_by_hand import taken, thrown
from dpi_table import chances, derive, outcome, refuses

SQUARES = [[x, y] for x in range(-6, 7) for y in range(-6, 7)]


def listed(number: int, *row: Any) -> Any:
    return pytest.param(*row, marks=pytest.mark.rule(f"DPI-{number}"))


@pytest.mark.rule("DPI-126", "DPI-127", "DPI-A49")
def test_distances_on_squares_and_hexes() -> None:
    ends = {"from_": [1, 1], "to": [4, 6]}
    assert derive("distance", grid="square", **ends) == {"spaces": 5, "feet": 25}
    assert derive("distance", {"diagonals": "five-ten"}, grid="square", **ends) == {"spaces": 6, "feet": 30}
    assert derive("distance", {"diagonals": "orthogonal"}, grid="square", **ends) == {"spaces": 8, "feet": 40}
    assert derive("distance", grid="hex", **ends)["spaces"] == 8
    assert derive("distance", grid="hex", from_=[0, 0], to=[3, -5])["spaces"] == 5


@pytest.mark.rule("DPI-A47", "DPI-167")
@pytest.mark.parametrize(
    ("weapon", "spaces", "dice", "ap"),
    [
        listed(168, "unarmed", [0, 1], "1d4", 1),
        listed(169, "knife", [0, 1], "1d4+1d4", 1),
        listed(170, "baseball-bat", [0, 1], "1d6", 3),
        listed(172, "pistol", [2, 3, 4], "1d4", 1),
        listed(173, "revolver", [2, 3, 4], "1d6", 3),
        listed(174, "assault-rifle", range(6, 11), "1d6", 3),
        listed(175, "battle-rifle", range(6, 11), "1d8", 5),
        listed(176, "sniper-rifle", range(20, 61), "1d10", 7),
        listed(177, "flame-thrower", [2, 3, 4], "1d10", 7),
        listed(181, "grenade", range(6, 11), "1d4", 3),
    ],
)
@pytest.mark.rule(
    "DPI-129",
    "DPI-130",
    "DPI-131",
    "DPI-132",
    "DPI-133",
    "DPI-150",
    "DPI-151",
    "DPI-152",
    "DPI-153",
    "DPI-160",
    "DPI-161",
    "DPI-163",
    "DPI-164",
)
def test_where_each_weapon_reaches(weapon: str, spaces: Any, dice: str, ap: int) -> None:
    for at in range(70):
        found = derive("reach", weapon=weapon, spaces=at)
        assert found == {"in_range": at in spaces, "dice": dice if at in spaces else "", "ap": ap}
    near = derive("reach", {"minimum-range": "off"}, weapon=weapon, spaces=0)
    assert near["in_range"]
    assert not derive("reach", {"minimum-range": "off"}, weapon=weapon, spaces=max(spaces) + 1)["in_range"]


@pytest.mark.rule("DPI-162")
def test_close_range_is_three_to_six_spaces() -> None:
    hit = derive(
        "area", grid="square", tag="piercing", band="close", from_=[0, 0], at=[9, 0], targets=[[x, 0] for x in range(9)]
    )
    assert hit == {"hit": [[3, 0], [4, 0], [5, 0], [6, 0]]}


@pytest.mark.rule("DPI-171", "DPI-A48")
def test_a_shotgun_has_two_ranges() -> None:
    def dice(spaces: int, **options: str) -> str:
        seen = {name.replace("_", "-"): value for name, value in options.items()}
        return str(derive("reach", seen, weapon="shotgun", spaces=spaces)["dice"])

    assert [dice(at) for at in (1, 2, 4, 5, 6, 10, 11)] == ["", "1d6+1d6", "1d6+1d6", *["1d4+1d6"] * 3, ""]
    assert dice(5, shotgun_gap="none") == ""
    assert dice(5, shotgun_gap="none", minimum_range="off") == "1d4+1d6"
    assert dice(7, shotgun_field_extra="drop") == "1d4"
    assert dice(3, shotgun_field_extra="drop") == "1d6+1d6"
    assert derive("reach", weapon="shotgun", spaces=7)["ap"] == 3
    assert derive("reach", weapon="shotgun", spaces=3, level=3)["dice"] == "3d6+1d6"
    assert outcome("hit", 3, 4, weapon="shotgun") == {"damage": 7, "ft_loss": 0}


@pytest.mark.rule("DPI-A56")
def test_a_grenade_is_an_item_or_light() -> None:
    assert derive("reach", {"grenade-ap": "light"}, weapon="grenade", spaces=6)["ap"] == 1


@pytest.mark.rule("DPI-A47")
def test_a_hit_out_of_range_is_refused() -> None:
    with refuses("out of range: pistol does not reach 1 spaces"):
        outcome("hit", 3, weapon="pistol", distance=1)
    with refuses("out of range"):
        outcome("attack", 3, 3, 3, 3, weapon="knife", distance=2)
    for roll in ("volley", "duel"):
        with refuses("out of range"):
            outcome(roll, weapon="sniper-rifle", distance=15)


@pytest.mark.rule("DPI-29", "DPI-30", "DPI-137", "DPI-A45")
@pytest.mark.parametrize("result", ["cost-minus", "cost", "cost-plus", "success", "crit"])
@pytest.mark.parametrize("cover", ["none", "half"])
@pytest.mark.parametrize("fortitude", [0, 2, 5])
def test_a_hit_agrees_with_every_face_counted_by_hand(result: str, cover: str, fortitude: int) -> None:
    expected: dict[tuple[int, int], Fraction] = {}
    for rolled, share in thrown((4, 4)).items():
        harm = taken(rolled, result, cover, fortitude)
        expected[harm] = expected.get(harm, Fraction(0)) + share
    assert chances("hit", weapon="knife", result=result, cover=cover, fortitude=fortitude) == expected


@pytest.mark.rule("DPI-13", "DPI-14", "DPI-15", "DPI-29", "DPI-30", "DPI-136", "DPI-137", "DPI-A45", "DPI-A46")
def test_soaking() -> None:
    def soak(rolled: int, result: str, cover: str, fortitude: int, options: Any = None) -> tuple[int, int]:
        found = derive("soak", options, rolled=rolled, result=result, cover=cover, fortitude=fortitude)
        return found["hp_loss"], found["fortitude"]

    assert soak(9, "failure", "none", 2) == (0, 2)
    assert soak(9, "cost", "none", 0) == (4, 0)
    assert soak(9, "success", "none", 9) == (0, 8)
    assert soak(9, "success", "none", 8) == (1, 8)
    assert soak(9, "crit", "none", 3) == (15, 3)
    assert soak(9, "success", "full", 3) == (0, 3)
    assert soak(1, "cost", "none", 3) == (0, 3)
    assert soak(9, "success", "half", 3) == (1, 3)
    assert soak(9, "success", "half", 3, {"cover-order": "after-fortitude"}) == (3, 3)
    assert soak(4, "success", "half", 3, {"cover-order": "after-fortitude"}) == (0, 3)
    by_damage = {"cost-doubles": "damage"}
    assert [soak(5, one, "none", 0, by_damage)[0] for one in ("cost-minus", "cost", "cost-plus")] == [1, 2, 3]
    assert soak(1, "cost-minus", "none", 0, by_damage) == (0, 0)


@pytest.mark.rule("DPI-136", "DPI-A46")
def test_complete_cover_stops_a_hit_and_forbids_an_attack() -> None:
    assert outcome("hit", 4, cover="full", fortitude=1) == {"damage": 0, "ft_loss": 0}
    with refuses("bad parameter: target_cover must be one of none, half"):
        outcome("attack", target_cover="full")


@pytest.mark.rule("DPI-178", "DPI-A57")
def test_burn_lasts_a_d6_of_rounds() -> None:
    assert chances("burn") == {(rounds, rounds, 0): Fraction(1, 6) for rounds in range(1, 7)}
    assert outcome("burn", 5, fortitude=2) == {"rounds": 5, "damage": 5, "ft_loss": 0}
    assert outcome("burn", 5, fortitude=2, options={"burn-fortitude": "applies"}) == {
        "rounds": 5,
        "damage": 3,
        "ft_loss": 2,
    }


# --- areas


def passes_through(at: list[int], space: list[int]) -> bool:
    """Whether a ray enters the inside of a unit square, tried at thousands of points along it."""
    length = max(map(abs, at))
    points = ((at[0] * step / (200 * length), at[1] * step / (200 * length)) for step in range(1, 200 * 8))
    return any(abs(x - space[0]) < 0.5 - 1e-9 and abs(y - space[1]) < 0.5 - 1e-9 for x, y in points)


@pytest.mark.rule("DPI-158", "DPI-A50")
@pytest.mark.parametrize("at", [[3, 0], [2, 2], [3, 1], [-4, 3], [1, -5]])
def test_piercing_hits_what_the_ray_enters(at: list[int]) -> None:
    near = [space for space in SQUARES if 2 <= max(map(abs, space)) <= 4]
    found = derive("area", grid="square", tag="piercing", band="room", from_=[0, 0], at=at, targets=SQUARES)["hit"]
    assert sorted(found) == sorted(space for space in near if passes_through(at, space))


@pytest.mark.rule("DPI-157", "DPI-A50")
def test_a_line_stops_at_the_first() -> None:
    aimed = {"grid": "square", "band": "room", "from_": [0, 0], "at": [4, 0]}
    assert derive("area", tag="line", targets=[[4, 0], [3, 0], [1, 0], [3, 1]], **aimed) == {"hit": [[3, 0]]}
    assert derive("area", tag="line", targets=[[-3, 0]], **aimed) == {"hit": []}
    assert derive("area", tag="line", targets=[[3, 0]], **{**aimed, "at": [0, 0]}) == {"hit": []}


@pytest.mark.rule("DPI-159", "DPI-A51")
@pytest.mark.parametrize("angle", [60, 90, 120])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_an_arc_hits_what_lies_within_its_angle(grid: str, angle: int) -> None:
    at = [3, -1]

    def flat(space: list[int]) -> tuple[float, float]:
        return (space[0] + space[1] / 2, space[1] * sqrt(3) / 2) if grid == "hex" else (space[0], space[1])

    def off(space: list[int]) -> float:
        (ax, ay), (bx, by) = flat(at), flat(space)
        return degrees(acos(max(-1.0, min(1.0, (ax * bx + ay * by) / hypot(ax, ay) / hypot(bx, by)))))

    found = derive(
        "area", {"arc-angle": angle}, grid=grid, tag="arc", band="room", from_=[0, 0], at=at, targets=SQUARES
    )
    within = [
        space
        for space in SQUARES
        if 2 <= derive("distance", grid=grid, from_=[0, 0], to=space)["spaces"] <= 4 and off(space) <= angle / 2 + 1e-9
    ]
    assert sorted(found["hit"]) == sorted(within)


@pytest.mark.rule("DPI-A50")
@pytest.mark.parametrize("at", [[2, 2], [3, -1], [0, 3], [-2, 3], [4, -2]])
def test_piercing_on_hexes_hits_what_the_ray_enters(at: list[int]) -> None:
    def enters(space: list[int]) -> bool:
        """Inside a hexagon all three axes are less than half a space off its centre."""
        for step in range(1, 4000):
            q, r = (at[axis] * step / 1000 - space[axis] for axis in (0, 1))
            if max(abs(q - r), abs(2 * r + q), abs(2 * q + r)) < 1 - 1e-6:
                return True
        return False

    found = derive("area", grid="hex", tag="piercing", band="room", from_=[0, 0], at=at, targets=SQUARES)["hit"]
    near = [space for space in SQUARES if 2 <= derive("distance", grid="hex", from_=[0, 0], to=space)["spaces"] <= 4]
    assert sorted(found) == sorted(space for space in near if enters(space))


@pytest.mark.rule("DPI-155", "DPI-A52")
def test_a_blast_hits_everyone_near() -> None:
    thrown_at = {"grid": "square", "tag": "explosive", "band": "field", "from_": [0, 0], "at": [7, 0]}
    targets = [[7, 0], [5, 0], [9, 2], [4, 0], [3, 0]]
    assert derive("area", targets=targets, **thrown_at) == {"hit": [[7, 0], [5, 0], [9, 2]]}
    assert derive("area", targets=targets, level=2, **thrown_at) == {"hit": [[7, 0], [5, 0], [9, 2], [4, 0], [3, 0]]}
    with refuses("space 3, 0 is out of field range"):
        derive("area", targets=[], **{**thrown_at, "at": [3, 0]})
    assert derive("area", {"minimum-range": "off"}, targets=[[3, 0]], **{**thrown_at, "at": [3, 0]})["hit"] == [[3, 0]]


@pytest.mark.rule("DPI-128", "DPI-182", "DPI-184", "DPI-A58")
def test_what_moving_costs_in_armour() -> None:
    def ap(spaces: int, armour: str, options: Any = None) -> int:
        return int(derive("move", options, spaces=spaces, armour=armour)["ap"])

    assert [ap(n, "none") for n in (0, 1, 5)] == [0, 1, 5]
    assert [ap(n, "light") for n in (0, 1, 5)] == [0, 0, 4]
    assert [ap(n, "heavy") for n in (0, 1, 5)] == [0, 3, 7]
    assert [ap(5, armour, {"armour-movement": "ap"}) for armour in ("light", "medium", "heavy")] == [5, 5, 5]

"""A game of one's own with a fault."""

from pathlib import Path


def a_game(folder: Path, code: str, rules: str | None = None) -> Path:
    """A folder in which a game called crooked is installed: its code, and its rules in words."""
    (folder / "crooked").mkdir()
    (folder / "crooked" / "__init__.py").write_text(code)
    if rules is not None:
        (folder / "crooked" / "rules.toml").write_text(rules)
    announced = folder / "crooked-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: crooked\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text("[rulewright.games]\ncrooked = crooked:GAME\n")
    return folder

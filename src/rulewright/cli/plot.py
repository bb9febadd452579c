"""Charts of odds as horizontal bars."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from rulewright._atomic_file import atomic_write
from rulewright._optional_parts import need_part
from rulewright.cli.terminal import most_likely
from rulewright.game.percent import percent
from rulewright.rules import BadInput

_KINDS = (".svg", ".png")
_MOST_BARS = 60
_INK, _BAR = "#2b2a27", "#3d4f9f"


def check_picture(name: str) -> Path:
    """The path of a chart to be written; refuses other kinds of files, and folders that do not exist."""
    need_part("plots", "a chart")
    path = Path(name)
    if path.suffix.lower() not in _KINDS:
        raise BadInput(f"bad chart: {name[:100]} must end in .svg or .png")
    if not path.parent.is_dir():
        raise BadInput(f"bad chart: the folder {str(path.parent)[:100]} does not exist")
    if path.is_dir():
        raise BadInput(f"bad chart: {name[:100]} is a folder")
    return path


def plot_odds(path: Path, title: str, rows: Sequence[tuple[str, Fraction]]) -> None:
    """Draw labelled bars with their percentages."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    shown = most_likely(rows, _MOST_BARS)
    if len(shown) < len(rows):
        left_out = sum((chance for _, chance in rows), Fraction(0)) - sum((chance for _, chance in shown), Fraction(0))
        shown.append((f"{len(rows) - _MOST_BARS} others", left_out))
    with pyplot.rc_context({"font.size": 10, "svg.hashsalt": "rulewright", "text.color": _INK}):
        figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.32 * len(shown)), layout="constrained")
        names = [name for name, _ in shown]
        chances = [float(chance) for _, chance in shown]
        drawn = axes.barh(range(len(shown)), chances, color=_BAR, height=0.7)
        axes.bar_label(drawn, [percent(chance) for _, chance in shown], padding=4)
        axes.set_yticks(range(len(shown)), names)
        axes.set_ylim(len(shown) - 0.5, -0.5)
        axes.set_xlim(0, max(chances) * 1.15)
        axes.xaxis.set_visible(False)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.set_title(title, loc="left", fontsize=12)
        try:
            with atomic_write(path) as beside:
                figure.savefig(beside, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
        except OSError as error:
            raise BadInput(f"cannot write {str(path)[:100]}: {error.strerror}") from None
        finally:
            pyplot.close(figure)

"""What is built to be installed carries the web app, and a source distribution needs no network to pass it on."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
BUILT = "src/rulewright/server/web/index.html"


def build(root: Path, target: str) -> Path:
    """Build one kind of package; without a package.json the app could not be built anew."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", "dist"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = (root / "dist").iterdir()
    return made


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The least that can be built: a package, a page, and the app that was built from it."""
    monkeypatch.delenv("RULEWRIGHT_NO_WEB", raising=False)
    root = tmp_path / "tree"
    for name in ("web/index.html", "web/node_modules/left-pad.js", "src/rulewright/__init__.py", BUILT, ".ci/run"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "Makefile"):
        shutil.copy(HOUSE / name, root / name)
    return root


def test_a_wheel_has_the_app_where_the_server_looks_for_it(tree: Path) -> None:
    names = zipfile.ZipFile(build(tree, "wheel")).namelist()
    assert "rulewright/server/web/index.html" in names
    assert [name for name in names if not name.startswith("rulewright")] == []


def test_a_source_distribution_has_what_the_readme_speaks_of_and_the_built_app(tree: Path, tmp_path: Path) -> None:
    with tarfile.open(build(tree, "sdist")) as made:
        made.extractall(tmp_path / "unpacked", filter="data")
    (root,) = (tmp_path / "unpacked").iterdir()
    found = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert {"Makefile", "web/index.html", BUILT} <= found
    assert {name for name in found if name.startswith((".ci/", "rulewright/", "web/node_modules/"))} == set()
    assert "rulewright/server/web/index.html" in zipfile.ZipFile(build(root, "wheel")).namelist()


def test_an_app_that_is_not_there_is_built(tree: Path) -> None:
    (tree / BUILT).unlink()
    with pytest.raises(AssertionError, match=r"npm|build\.mjs"):
        build(tree, "wheel")

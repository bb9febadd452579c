"""`python -m rulewright` is the command line."""

from rulewright.cli import main

main()

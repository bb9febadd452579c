"""Rulewright: tabletop rules written once and played, priced, solved and simulated."""

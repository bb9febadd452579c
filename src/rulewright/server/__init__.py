"""Rulewright over HTTP: the table, the odds and the lab for browsers and bots."""

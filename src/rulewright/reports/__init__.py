"""The questions that the designers of our games left open, one package per game, answered by computation."""

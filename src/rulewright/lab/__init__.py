"""The lab, for designers: what the numbers of a game do."""

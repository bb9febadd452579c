"""Reading a rule one path at a time."""

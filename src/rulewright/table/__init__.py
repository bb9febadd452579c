"""A running game: what happened, who is there, what each may see, and where it is kept."""

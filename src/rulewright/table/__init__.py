"""A running game: its log, its seats, what each viewer may see, and the stores."""

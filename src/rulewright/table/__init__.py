"""A running game: its log, its seats, the views of each seat, and the stores."""

"""The seeds behind the dice of a table: the server's own, those of the players, and the draws made from them."""

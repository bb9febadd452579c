"""What each viewer may see of a table. Every byte that leaves a table is built here."""

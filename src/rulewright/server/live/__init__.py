"""Live tables: the followers of each table, and the frames sent to them."""

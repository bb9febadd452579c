"""Live tables: who follows which table, and what is sent to them."""

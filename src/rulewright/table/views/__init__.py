"""Redacted views of a table for each viewer. Every byte that leaves a table is built here."""

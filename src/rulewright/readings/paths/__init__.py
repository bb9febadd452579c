"""One run of a rule per path: anything a rule may do, at a microsecond a path."""

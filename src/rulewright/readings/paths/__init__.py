"""One run of a rule per path: works for any rule, at about a microsecond a path."""

"""Many runs of a rule at once: whole numbers as columns."""

"""The games that come with Rulewright."""

"""The opponents: a search that works for any game, evaluators that know one game, and the levels built from both."""

"""Tal der Koenige in the laboratory: adapter, statistics, and how its values are learned."""

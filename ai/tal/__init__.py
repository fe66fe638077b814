"""Tal der Koenige for search and contests: kit and evaluators."""

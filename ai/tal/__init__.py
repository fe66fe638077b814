"""Tal der Koenige for the search: kit and evaluators."""

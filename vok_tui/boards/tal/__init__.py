"""Tal der Koenige in the terminal."""

"""Sentences for players, and positions as text."""

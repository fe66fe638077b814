"""Guided first games, and the history of what the player has learned.

Each game declares its lesson as data, in the file with its name; its `TableKit.lesson` names it.
"""

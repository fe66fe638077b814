"""Bars and pictures of what a command prints."""

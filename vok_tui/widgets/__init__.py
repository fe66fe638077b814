"""Widgets and text blocks that several screens share."""

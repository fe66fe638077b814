"""Paints the board of King of Thieves: in lines, or with cards as boxes where they fit."""

"""What the app does with the game that is open, the table, the score sheet, reviews, the shelf and the start screen.

Each controller holds its own state. It sees of the app only `Screens`, and of the others only what it is given.
"""

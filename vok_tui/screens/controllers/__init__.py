"""What the app does with the game that is open, the table, the score sheet, reviews, the shelf and the start screen.

Each controller holds its own state. Of the app it sees only `Screens`, and of the other controllers only those it is given.
"""

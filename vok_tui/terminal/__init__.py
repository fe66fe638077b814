"""The bytes that come from the terminal and go to it: Textual's driver, and what it takes to survive any terminal."""

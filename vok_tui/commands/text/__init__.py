"""Commands that print a game as text, or read one."""

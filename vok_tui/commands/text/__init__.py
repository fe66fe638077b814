"""Commands that print a game as text, or import one."""

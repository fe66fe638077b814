"""Commands that measure opponents and the machine, and one that trains an opponent."""

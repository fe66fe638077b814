"""A game that outlives its connection: the process that holds it, and the client that shows it on a terminal."""

"""How thieves are expected to play: the policy of playouts, and what it reads from the table."""

"""The parts of the table: each paints what it is given into a rectangle, and knows nothing of terminals or positions."""

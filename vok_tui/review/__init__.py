"""What the review of a game paints: its turns and lines, the table at a step, and the bar with the curve of points."""

"""Helper processes: their pipes, their limits, and the size of files that are read."""

"""Helper processes: their pipes and their memory limit."""

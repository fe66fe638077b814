"""Helper processes: pipes and the limit to their memory."""

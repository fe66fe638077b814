"""Valley of the Kings in the laboratory: adapter, statistics, and how its values are learned."""

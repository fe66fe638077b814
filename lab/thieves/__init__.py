"""King of Thieves in the laboratory: adapter, bots, statistics, and how its values are learned."""

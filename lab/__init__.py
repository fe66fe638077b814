"""The laboratory: contests, ladders, training, statistics and measurements, for people who study the games."""

"""Measurements of the speed of engine, search, saves and screens; `lab/bench/results.md` holds them."""

"""Measurements that need a checkout: speed of two commits, of a key, marks and losses. `lab/bench/results.md` holds the figures."""

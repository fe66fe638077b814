"""lab.bench.peers"""

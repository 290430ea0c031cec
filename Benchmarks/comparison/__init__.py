"""Clipgate against its peers, in turn on the same movies: what `Benchmarks/bench` runs."""

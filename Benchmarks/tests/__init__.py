"""Proof that the benchmark fails when it should."""

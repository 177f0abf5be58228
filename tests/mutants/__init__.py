"""Mutation testing of the rules; not part of the test suite."""

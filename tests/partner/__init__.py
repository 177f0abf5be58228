"""How good a partner the box is, measured; not part of the test suite."""

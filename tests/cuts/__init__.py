"""The disk as it may be after the power is cut, at every instant of a recorded evening; not part of the test suite."""

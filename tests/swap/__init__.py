"""Nothing that is hidden shows: random games of every mode, each played twice; not part of the test suite."""

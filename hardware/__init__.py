"""The parts of the box behind ports: drivers for real hardware, and their simulations."""

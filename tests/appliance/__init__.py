"""The whole appliance on an emulated machine: installed, booted, played by touch, unplugged, broken, and up again."""

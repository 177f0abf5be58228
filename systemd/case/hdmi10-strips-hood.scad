// The hood of hdmi10-strips: 5 x 5 square tubes that hide the lights beyond 35 degrees off the axis,
// along their diagonals too.
// Matt black; a sheet of opal film goes below. Written by systemd/case.py.
pitch = 16.6;       // from light to light
wall = 1;         // between two tubes
depth = 31.6;     // of the tubes: (pitch - wall) * sqrt(2) / tan(35)
rim = 6;          // how far the hood stands out beyond them
hood_wall = 2;
inner = 5 * pitch + wall;
outer = inner + 2 * hood_wall;

difference() {
    cube([outer, outer, depth + rim]);
    translate([hood_wall, hood_wall, depth]) cube([inner, inner, rim + 1]);
    for (x = [0:4], y = [0:4])
        translate([hood_wall + wall + x * pitch, hood_wall + wall + y * pitch, -1])
            cube([pitch - wall, pitch - wall, depth + 2]);
}

program later

engine act, dve
buffer x, y, z

two: dve scale -> y
three: act exp -> z

program later
engine act, dve
buffer x, y, z

one: act exp -> x
two: dve scale -> y
three: act exp -> z

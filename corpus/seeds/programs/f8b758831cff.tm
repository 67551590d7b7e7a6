program later_dependent

engine act, dve
buffer x, y, z

one: act exp -> x
two: dve scale x -> y

program later_dependent

engine act, dve
buffer x, y, z

two: dve scale x -> y
dve exp y -> x
three: act exp y -> z

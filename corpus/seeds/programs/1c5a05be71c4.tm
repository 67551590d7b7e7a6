program later_dependent

engine act, dve
buffer x, y

one: act exp -> x
two: dve scale x -> y
dve exp y -> x
three: act exp y -> y

program later_dependent

engine act, dve, pe
buffer x, y, z

one: act exp -> x
two: dve scale x -> y
pe add x -> y
act exp y -> x

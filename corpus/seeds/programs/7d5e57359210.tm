program later_dependent

engine act, dve, pool, pe
buffer x, y, z
counter turn, c7

one: act exp -> x
two: dve scale x -> y
act exp -> x
dve scale x -> y
pool copy y -> z
dve scale -> y
c7 = c7 + 1
pe matmul x, y -> z
c7 = c7 + 1
turn = 1
turn = turn + 1
three: act exp y -> z

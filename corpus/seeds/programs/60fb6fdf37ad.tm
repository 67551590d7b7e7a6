program later_dependent

engine act, dve
buffer x, y, z
counter turn, c7

one: act exp -> x
two: dve scale x -> y
c7 = c7 + 1
turn = 1
turn = turn + 1
three: act exp y -> z

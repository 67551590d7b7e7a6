program later

engine act, dve
buffer x, y, z

one: act exp -> x
three: act exp -> z
two: dve scale -> y
dve op z -> z
dve op -> y

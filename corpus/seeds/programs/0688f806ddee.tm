program later

engine act, dve
buffer x, y, z

act op x -> x
one: act exp -> x
two: dve scale -> y
three: act exp -> z

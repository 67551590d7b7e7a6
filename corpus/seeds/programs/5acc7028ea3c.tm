program later

engine act
buffer x, y, z

act op x -> x
one: act exp -> x
two: act scale -> y
three: act exp -> z

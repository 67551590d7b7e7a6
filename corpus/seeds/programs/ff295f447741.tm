program later

engine act
buffer x, y, z

one: act exp -> x
three: act exp -> z

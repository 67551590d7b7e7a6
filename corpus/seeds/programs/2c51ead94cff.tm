program later

engine act
buffer x, y, z

act op x -> x
three: act exp -> z

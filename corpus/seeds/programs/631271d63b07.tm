program later

engine act, dve
buffer x, y, z

act op x -> x
act exp -> x
dve scale -> y
act exp -> z

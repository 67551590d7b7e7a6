program later

engine act, dve
buffer x, y, z

act exp -> x
dve scale -> y
act exp -> z

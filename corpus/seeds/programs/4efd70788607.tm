program later

engine act, dve
buffer x, y

one: act exp -> x
two: dve scale -> y
three: act exp -> y

program later

engine act, dve, pe
buffer x, y, z

one: act exp -> x
two: dve scale -> y
pe add x -> y
pe add x -> y

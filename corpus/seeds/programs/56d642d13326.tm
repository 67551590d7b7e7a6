program join

engine act, dve, pe
param n
buffer x, y, z

pe add x, y -> y
make_x: act exp -> x
make_y: dve scale -> y
use: pe matmul x, y -> z

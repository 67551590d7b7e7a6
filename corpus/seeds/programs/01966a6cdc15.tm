program own

engine pe
param n
buffer x, y

pe add x -> y

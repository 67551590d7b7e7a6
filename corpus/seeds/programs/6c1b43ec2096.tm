program join

engine pe
param n
buffer x, y, z

pe add x, y -> y

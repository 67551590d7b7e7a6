program one_engine

engine dve
param n
buffer x[2], y

dve add x[0 % 2] -> y

program empty_bodies

engine dve, pe
param n, m
buffer x, y, z

dve op x ->
pe add x -> y

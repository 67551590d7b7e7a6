program join

engine act, pe
param n
buffer x, y, z

act op z ->
pe add x, y -> y

# load: y=3,1
program branch_producer

param n, k
buffer x, y


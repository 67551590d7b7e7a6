# set: n=4
program own

param n
buffer x, y, z


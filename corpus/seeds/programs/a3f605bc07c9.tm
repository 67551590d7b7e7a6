program p

param n, k
buffer x[3], y


program branch_in_outer_loop

param m, n, k
buffer x, y


program step_by_param

param n, k
buffer x[3], y


program branch_loaded

param n
buffer flag, x, y


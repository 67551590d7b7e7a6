program random

engine e0
buffer x0

l0: e0 exp -> x0

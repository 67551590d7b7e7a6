program random

engine e0 inflight 3
buffer b0, b1, b2

e0 store b0 -> b1, b1

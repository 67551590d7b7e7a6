# load: b0=0,0
program random

engine e0
buffer b0

l0: e0 exp ->

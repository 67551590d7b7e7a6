# load: b0=0,0
program random

buffer b0


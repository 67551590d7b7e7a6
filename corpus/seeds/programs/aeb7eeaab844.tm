# load: x7=1,0,3,1
program own

buffer x, x7[3], y


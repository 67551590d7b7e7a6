program one_engine

engine dve
param n
buffer x[2], y

make: dve exp y -> x[0 % 2]
if -1 % 3 > 0 {
}
use: dve add x[0 % 2] -> y
dve add x[0 % 2] -> y

# A serial engine and what it does alone.
# expect: none exact
# why: nothing: its instances complete before the next one issues.
# from: class: disjoint ranges and empty bodies, which need no wait
program one_engine
engine dve
param n
buffer x[2], y

for i in 0..n {
  make: dve exp y -> x[i % 2]
  use: dve add x[i % 2] -> y
}

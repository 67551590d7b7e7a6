# A chain of three engines with one slot between neighbours.
# why: each waits for the one before it, and for its reader one trip back.
# from: hand-written, for the streams beside it
program trio
engine act, dve, pool
param n
buffer x, y, z

for i in 0..n {
  first: act exp -> x
  second: dve scale x -> y
  third: pool copy y -> z
}

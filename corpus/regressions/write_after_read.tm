# Only write-after-read between the engines.
# why: clear waits for both readers of its cell, and they for nothing that clear does
# why: later; use reads what was there before the program.
# from: class: several producers for one consumer
program write_after_read
engine pe, act, dve
param n
buffer x[2], y, z

for i in 0..n {
  use: pe add x[i % 2] -> y
  look: act max x[i % 2] -> z
  clear: dve memset -> x[i % 2]
}

program write_after_read
engine pe, act, dve
param n
buffer x[2], y, z

for i in 0..n {
  use: pe add x[i % 2] -> y
  look: act max x[i % 2] -> z
  clear: dve memset -> x[i % 2]
}

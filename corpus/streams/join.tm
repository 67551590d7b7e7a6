# Two producers and one consumer.
# why: use waits for both, each of them for the use one trip back.
# from: hand-written, for the streams beside it
program join
engine act, dve, pe
param n
buffer x, y, z

for i in 0..n {
  make_x: act exp -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}

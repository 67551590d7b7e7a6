program two_slots_two_writers
engine dma inflight 2
engine act, pe
param n
buffer x[4], y

for i in 0..n {
  even: dma load -> x[2*i % 4]
  odd: act make -> x[(2*i + 1) % 4]
  join: pe matmul x[2*i % 4], x[(2*i + 3) % 4] -> y
}

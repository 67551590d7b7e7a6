# set: n=2
program waits_hoisted

engine dma inflight 2
engine pe, act
param n
buffer tile[4], last

for i in 0..n {
  for l in 0..2 {
    dma load -> tile[2 * l]
    dma load -> tile[2 * l + 1]
  }
  for a in 0..3 {
    for t in 0..2 {
      pe mul tile[t], tile[t + 2] -> last
    }
  }
  act store last ->
}

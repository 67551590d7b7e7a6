# The same with two rings of different size, one carried and one restarted in each round.
# why: load_b waits for the use of slot i % 3 in this round or the last, at another
# why: phase than load_a, whose ring never restarts.
# from: class: a ring position carried over a persistent outer loop
program ring_position_persistent
engine dma inflight 2
engine pe
param m, n
buffer a[2], b[3], y
counter turn

for o in 0..m {
  for i in 0..n {
    load_a: dma load -> a[turn % 2]
    load_b: dma load -> b[i % 3]
    use: pe add a[turn % 2], b[i % 3] -> y
    turn = turn + 1
  }
}

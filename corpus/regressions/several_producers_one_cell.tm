# One cell written by several engines in turn, each trip by another one.
# why: use waits for the one that wrote last; each writer for the last use and the last
# why: write of another engine.
# from: class: several producers for one consumer
program several_producers_one_cell
engine dma inflight 2
engine act, dve, pe
param n, m
buffer x, y

for i in 0..n {
  if i % 3 == 0 {
    dma load -> x
  } else {
    if i % 3 == 1 {
      act exp -> x
    } else {
      dve scale -> x
    }
  }
  for j in 0..m {
    use: pe add x -> y
  }
}

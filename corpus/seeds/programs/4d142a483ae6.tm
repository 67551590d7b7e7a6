program later_dependent

engine act, dve, pe
engine dma inflight 2
param n
buffer x, y, z

one: act exp -> x
two: dve scale x -> y
for i0 in 0..1 {
  for j in 0..n {
    dma load -> x
    pe add x, y -> z
    pe add x -> y
  }
}
pe add x -> y
for i1 in 0..0 {
}
act exp y -> x
three: act exp y -> z

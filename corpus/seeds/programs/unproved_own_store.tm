# expect: exact
# unknown: proof
program own

engine dma inflight 2
engine e5 inflight 3
engine dve, pe
param n
buffer x, y

for i1 in 0..n {
  for i in 0..n {
    dma load -> x
    dma store x ->
  }
  e5 op -> y
  for i in 0..n {
    dve op x -> y
  }
}
pe add x -> y

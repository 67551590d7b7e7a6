# A step other than 1 and a lower bound other than 0, with a ring.
# why: load waits for the use three trips back: 2*t + 3 meets the slots 0, 2, 1 in turn.
# from: class: non-unit steps and non-zero lower bounds with rings
program step_and_offset
engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 3..2*n + 3 step 2 {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
}

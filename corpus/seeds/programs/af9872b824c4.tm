# set: n=2
# set: k=3
program counter_in_branch

engine pe
engine dma inflight 2
param n, k
memory m0
buffer x[2]
buffer y at m0[4, 8)
buffer a, b, length[2]

pe add a, b -> y
while load y {
  if (k + 1) % 2 >= 1 {
  }
  if n - 1 >= 1 {
    dma load -> a
    for i in 0..load length[0 % 2] {
      dma load -> x[0]
      pe add x[0], y -> y
      pe add a, b -> y
    }
  }
}

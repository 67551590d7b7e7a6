# load: x=1
program step_of_ring

engine dma inflight 4
engine pe
engine e3 inflight 3
buffer a[2], b[4], y, x[2]
counter c4

for i in 1..5 step 2 {
  load_a: dma load -> a[i % 2]
  load_b: dma load -> b[i % 4]
  c4 = c4 + 1
  use: pe add a[i % 2], b[i % 4] -> y
}
if 2 != 0 {
  pe add x[0] -> y
  pe add x[0] -> y
}
e3 add a[0 % 2], b[0 % 4], a[3 % 2] -> y

program triangle_left_out

engine dma inflight 2
engine pe, dve
engine e7 inflight 3
param r, n, k
buffer x, y, z

if 0 == k {
  dma store y ->
  if k - 1 >= 2 {
  }
}
for i in 0..n {
  for j in 0..i + 1 {
    dma load -> x
    use: pe add x, y -> y
    dma store x ->
  }
  for i3 in 0..r - 1 {
  }
}
last: dve copy y -> z
e7 op y, x -> y

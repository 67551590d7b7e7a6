program own

engine dma inflight 2
param n
buffer x, a[2]

dma op x, x -> x
for i2 in 0..load x {
}
for i in 0..n {
}

program branch_both_arms

engine dma inflight 2
param n, m
buffer x, y

for i in 0..n {
}
dma op -> y

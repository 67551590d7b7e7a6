program own

engine dma inflight 2
param n
memory m0
buffer x at m0[16, 16)
buffer y

dma load -> x
while load x {
}

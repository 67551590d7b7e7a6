# A control read between two transfers of one engine that may overlap.
# why: second needs no wait for first, since its engine's read of flag, which completes
# why: after first, lies between and cannot be passed before it is there.
# from: class: data-dependent bounds rewritten in the loop they bound
program read_drains_engine
engine dma inflight 4
engine pe
param n
buffer flag, x, y

for i in 0..n {
  first: dma load -> x
  if load flag {
    second: dma store x ->
    use: pe add x -> y
  }
}

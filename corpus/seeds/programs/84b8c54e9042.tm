program read_drains_engine

engine dma inflight 4
engine pe, act, dve
param n
buffer flag, x, y

for i in 0..n {
  first: dma load -> x
  if load flag {
    second: dma store x ->
    use: pe add x -> y
  }
  act exp -> x
  dve scale -> y
  dve op -> flag
}

program read_drains_engine

engine dma inflight 4
engine pe, act, dve
param n
buffer flag, x, y

first: dma load -> x
act op y, y -> x
if load flag {
  for i2 in 0..1 {
    second: dma store x ->
    use: pe add x -> y
  }
}
act exp -> x
dve scale x -> y
dve op -> flag

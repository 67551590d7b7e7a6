program phases

engine act, dve, dma, pe
param n
buffer x, y, b, a

for i in 0..n {
  left: act exp y -> x
  right: dve scale x -> y
}
dma load -> b
pe add a -> y

program phases

engine act, dve, pe
param n
buffer x, y, b, a

for i in 0..n {
  left: act exp y -> x
  right: dve scale x -> y
}
pe add a -> y

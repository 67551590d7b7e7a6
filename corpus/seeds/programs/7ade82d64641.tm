program phases

engine act, dve
param n
buffer x

for i in 0..n {
  left: act exp x -> x
  right: dve scale x -> x
}
while load x {
}

program phases

engine act, dve
param n
buffer x, y

for i in 0..n {
  left: act exp y -> x
  right: dve scale x -> y
}
while load x {
}

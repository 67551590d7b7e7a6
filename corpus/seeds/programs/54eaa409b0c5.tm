program phases

engine act, dve
param n
buffer x, y

for i in 0..n {
  act exp y -> x
  dve scale x -> y
}
while load x {
}

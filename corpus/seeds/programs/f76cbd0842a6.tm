program phases

engine act, dve
buffer x, y

for i in 0..3 {
  left: act exp y -> x
  right: dve scale x -> y
}
while load x {
}

program phases

engine act inflight 2
engine dve
buffer x, y

for i2 in 0..load x {
  for i in 0..1 {
    right: dve scale x -> y
    left: act exp y -> x
  }
  while load x {
  }
}

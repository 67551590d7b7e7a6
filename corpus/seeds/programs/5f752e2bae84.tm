program phases

engine act inflight 2
engine dve
param n
buffer x, y

for i2 in 0..load x {
  right: dve scale x -> y
  left: act exp y -> x
  while load x {
  }
}

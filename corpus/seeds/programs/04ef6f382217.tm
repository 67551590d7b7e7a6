program phases

param n
buffer x, y

for i2 in 0..load x {
  while load x {
  }
}

program phases

engine dve
param n
buffer x, y

for i2 in 0..load x {
  for i in 0..n {
    right: dve scale x -> y
  }
  while load x {
  }
}

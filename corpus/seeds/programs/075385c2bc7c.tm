program phases

engine act
param n
buffer x, y

for i in 0..n {
  left: act exp y -> x
}

program phases

engine e0, e1
param n
buffer x, y

for i in 0..n {
  left: e0 exp y -> x
  right: e1 scale x -> y
}
while load x {
}

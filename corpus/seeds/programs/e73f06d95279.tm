program trio

engine act, pool
param n
buffer x, y, z
counter c6

c6 = 1
for i in 0..n {
  first: act exp -> x
  c6 = c6 + 1
  third: pool copy y -> z
}

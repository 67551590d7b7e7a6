program trio
engine act, dve, pool
param n
buffer x, y, z

for i in 0..n {
  first: act exp -> x
  second: dve scale x -> y
  third: pool copy y -> z
}

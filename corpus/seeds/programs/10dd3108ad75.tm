program own

engine e0 inflight 2
param n
buffer x

for i in 0..n {
  e0 load -> x
  e0 store x ->
}

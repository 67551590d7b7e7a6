program phases

engine act, dve, pe
param n
memory m0
buffer x
buffer y at m0[0, 8)

if 0 % 3 != 0 {
  for i in 0..n {
    left: act exp y -> x
    if 2 % 3 <= 0 {
    }
    pe matmul x, x -> y
    right: dve scale x -> y
  }
}

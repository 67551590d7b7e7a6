# set: m=4
program random

engine e1 inflight 2
engine dve, pe
param n0, n1, m, n
memory mem
buffer b0[2] at mem[128, 192)
buffer b1[1], y, x, z

dve scale -> y
for i in 0..n {
  pe add x, y -> y
}
pe matmul x, y -> z
e1 store -> b0[1 % 2]
e1 exp b0[-1 % 2] -> b0[0], b0[-1 % 2]
e1 load -> b0[1 % 2]

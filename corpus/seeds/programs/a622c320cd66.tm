program random

engine e2
param n0, n1
memory mem
buffer b0[4] at mem[96, 224)
buffer b1[1] at mem[96, 128)
buffer b2, y, z

l0: for i0 in 0..n0 {
}
l1: e2 store -> b0[0]

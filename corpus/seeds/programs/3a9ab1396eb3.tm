program join

engine e6 inflight 3
param n
memory m0
buffer x
buffer y at m0[0, 4)
buffer z

e6 op z -> y
for i0 in 0..-2*n + 3 {
}

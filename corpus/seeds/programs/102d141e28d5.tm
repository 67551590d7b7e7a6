program join

engine e6 inflight 3
param n
buffer x, z

e6 op z -> x
for i0 in 0..-2*n + 3 {
}

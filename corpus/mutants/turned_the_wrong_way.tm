# mutant: turned_the_wrong_way overwaits
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=3
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0[5]

for i0 in 0..n0 {
  e1 op -> x0[i0]
  e0 op x0[(i0 + 3) % 5] -> x0[i0]
}

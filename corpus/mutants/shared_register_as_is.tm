# mutant: shared_register_as_is overwaits
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=1
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0[2]

for i0 in 0..1 {
  e1 op -> x0[0]
  e1 op x0[0] ->
}
e0 op x0[0] -> x0[n0]

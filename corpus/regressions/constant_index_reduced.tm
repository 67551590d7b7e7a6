# An index that is constant, but reduced by another modulus than the ring has slots.
# why: -1 % 1 is slot 0, so the second store must wait for the first store of trip 0 only.
# from: bug: the index was taken modulo the ring's slots, so slot 0 was tracked as slot 2
program constant_index_reduced
engine load_engine
engine e inflight 2
param n
buffer ring[3], other

load_engine load -> ring[2]
for k in 0..n {
  for i in 0..3 {
    store:  e store other -> ring[i], other
    again:  e store -> ring[-1 % 1]
  }
}

# The same around a nest, the whole repeated: the last use lies m trips of n trips back.
# why: load waits for the last use of the trip of r before, if there was one.
# from: class: a load before a loop, used in it and after it
program load_around_nest
engine dma inflight 3
engine pe, dve
param r, m, n
buffer w[2], x, o

for a in 0..r {
  dma load -> w[a % 2]
  for i in 0..m {
    for j in 0..n {
      pe scale w[a % 2] -> x
    }
    dve finish w[a % 2] -> o
  }
}

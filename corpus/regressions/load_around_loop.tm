# A load before a loop, used in it and after it, with the loop empty or not.
# why: pe and dve wait for load; reload waits for whichever used w last: a trip of the
# why: loop, or nothing of it where it has no trips, and dve in any case.
# from: class: a load before a loop, used in it and after it
program load_around_loop
engine dma inflight 2
engine pe, dve
param n
buffer w, x, o

dma load -> w
for i in 0..n {
  pe scale w -> x
}
dve finish w -> o
reload: dma load -> w

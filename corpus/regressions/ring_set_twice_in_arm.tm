# A slot of a ring set twice in one arm, with a reader of the ring between, in a triangle.
# why: the reader waits for whichever write was last to its own slot, trips back included.
# from: bug: a walk of the same stretch that had been done before made the second write's
#       register seem to be set again
program ring_set_twice_in_arm
engine a, b
param n
buffer ring[2], s, t
counter c

for i in 0..3 {
  for j in 0..i + n {
    if j % 2 == 0 {
      a first -> t
      b second t -> ring[(i + 2) % 2], s
      a third ring[(c + 2) % 2] ->
      b fourth -> ring[(i + 2) % 2]
    } else {
      b fifth -> ring[(i + 5) % 2]
    }
    b sixth ring[(j + 1) % 2], ring[(i + 2) % 2] ->
  }
}

# A counter that steps after a loop bounded by it, which a stream passes over.
# why: e0 passes over the loop and counts its trips before the counter steps; a barrier in the
# why: loop, which has e0 follow it, must not move that place (barrier_x4 deadlocked)
# from: random program 1938
program trips_before_a_counter_steps

engine e0, e1
param n
buffer b
counter c

c = n
for i in 0..c {
  e1 load -> b
}
c = c + 1
e0 use b ->
for j in 0..c {
  e0 use b ->
}

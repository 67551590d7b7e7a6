# load: b=2,3,2,1
program two_rings_two_phases

param m, n
memory m0
buffer a[2]
buffer b[3] at m0[4, 28)
buffer c

for o in 0..m {
  while load a[1] {
  }
}

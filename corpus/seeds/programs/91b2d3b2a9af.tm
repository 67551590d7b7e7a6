program own

param n
memory m0
buffer x at m0[4, 12)

while load x {
}
while load x {
  while load x {
  }
}

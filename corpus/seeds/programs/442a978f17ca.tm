program own

memory m0
buffer x at m0[4, 12)

while load x {
  for i7 in 0..1 {
    while load x {
    }
  }
}

program prologue_loop_epilogue

engine act
param m
buffer b, c
counter c6

c6 = c6 + 1
while load b {
  act exp b -> c
}

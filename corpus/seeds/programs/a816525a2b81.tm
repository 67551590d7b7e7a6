program random

memory mem
buffer b0 at mem[0, 0)
buffer b1[1] at mem[0, 32)
buffer b2[1] at mem[32, 32)
buffer b3[4] at mem[128, 384)


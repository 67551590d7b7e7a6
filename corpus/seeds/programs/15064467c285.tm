program own

param n
memory mem
buffer x
buffer wide at mem[128, 160)
buffer narrow at mem[128, 160)


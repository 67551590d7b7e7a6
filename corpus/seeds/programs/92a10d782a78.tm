program register_read_between

param n
memory mem
buffer wide at mem[128, 160)
buffer narrow at mem[128, 160)

for i in n..4 {
}

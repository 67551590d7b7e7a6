program register_read_between

engine e inflight 3
param n
memory mem
buffer wide at mem[128, 160)

for i in n..4 {
  for j in -1..1 {
    e load -> wide
    e store wide ->
  }
}

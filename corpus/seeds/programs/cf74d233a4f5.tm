program random

engine e0
engine e1 inflight 3
memory mem
buffer b0 at mem[32, 32)

for i0 in 0..3 {
  e1 op b0 ->
}
e0 op b0, b0 ->

# Mixture of experts, decode: for each expert its weights are loaded once, and blocks of
# tokens follow as long as a decision read from memory says so. Loop control is on the
# critical path: no engine passes the test before the decision is there.
#
# Weights [128, 512] bf16 for gate and up and [512, 128] for down (131072 bytes: 600 ns
# to issue, 2256 ns until they are there). In each block one DMA loads the token (32768
# bytes, 600 ns, 1989 ns until it is there), PE multiplies (512 + 64 cycles, 240 ns), ACT
# applies silu (427 ns), DVE multiplies (533 ns), PE multiplies by down (128 + 64
# cycles, 80 ns), ACT copies (107 ns), DVE scales and adds (133 ns each), and the output
# goes out. DVE counts the block index up (67 ns), and the next decision is loaded.
#
# Rings: weights 2 (the next expert's arrive during this one's blocks). Within an expert
# every block waits for its decision, so that all else has one slot.
program moe_decode

engine ld inflight 4
engine st inflight 4
engine pe, act, dve

param n_experts

buffer decision, index, token
buffer w_gate[2], w_up[2], w_down[2]
buffer gate_bank, up_bank, down_bank
buffer silu, hidden, down, scaled, acc

start: dve memset -> index, acc  columns 128 cost 133
for e in 0..n_experts {
  load_gate: ld load       -> w_gate[e % 2]  bytes 131072 cost 600 latency 1656
  load_up:   ld load       -> w_up[e % 2]    bytes 131072 cost 600 latency 1656
  load_down: ld load       -> w_down[e % 2]  bytes 131072 cost 600 latency 1656
  decide:    ld load index -> decision       bytes 512 cost 600 latency 1301
  while load decision {
    load_token:  ld  load          index                 -> token      bytes 32768 cost 600 latency 1389
    gate:        pe  matmul        token, w_gate[e % 2]  -> gate_bank  columns 512 start 1 cost 240
    up:          pe  matmul        token, w_up[e % 2]    -> up_bank    columns 512 start 1 cost 240
    silu:        act activation    gate_bank             -> silu       columns 512 cost 427
    multiply:    dve tensor_tensor silu, up_bank         -> hidden     columns 512 cost 533
    down:        pe  matmul        hidden, w_down[e % 2] -> down_bank  columns 128 start 1 cost 80
    copy_down:   act copy          down_bank             -> down       columns 128 cost 107
    scale:       dve tensor_scalar down                  -> scaled     columns 128 cost 133
    add:         dve tensor_tensor scaled, acc           -> acc        columns 128 cost 133
    scatter:     st  scatter       index, acc            ->            bytes 32768 cost 600 latency 1389
    next:        dve tensor_scalar index                 -> index      columns 1 cost 67
    decide_next: ld  load          index                 -> decision   bytes 512 cost 600 latency 1301
  }
}

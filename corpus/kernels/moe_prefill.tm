# Mixture of experts, prefill: blocks of 128 tokens, each for one expert. The first
# n_static blocks are there whatever the routing; how many more there are DVE counts at
# run time, and every engine reads the count from memory.
#
# In each block the tokens' indices are loaded at the block index that DVE keeps in
# memory, tokens and the output so far gathered ([128, 512] bf16, 131072 bytes, 600 ns to
# issue and 2256 ns until they are there), the tokens turned by PE in 4 pieces (80 ns
# each), and the expert's weights loaded (gate and up [512, 512], down [512, 512], bf16:
# 524288 bytes, 1425 ns each). PE chains 4 products of 512 columns for gate, up and down
# (240 ns, then 213), ACT applies silu (427 ns), DVE multiplies (533 ns), ACT copies
# (427 ns), DVE scales and adds (533 ns each), and the output is scattered: it is carried
# through memory, since the next block may hold the same tokens.
#
# Rings: weights 2 (those of the next expert arrive during this one), tokens, indices
# and what is scattered 2, PSUM 8 banks: 4 for the turned pieces, gate and up, and down
# in 2 turns. The output in memory is one cell: which tokens a block holds is known only
# when its indices are. The block index has one slot.
program moe_prefill

engine ld inflight 4
engine gather inflight 4
engine scatter inflight 4
engine pe, act, dve

param n_static

buffer counts, n_dynamic, block
buffer output               # in DRAM, carried
buffer indices[2], tokens[2], before[2], after[2]
buffer w_gate[2], w_up[2], w_down[2]
buffer turn_bank[4], gate_bank, up_bank, down_bank[2]
buffer tokens_t[4], silu, hidden, down, scaled

load_counts: ld  load   -> counts  bytes 512 cost 600 latency 1301
start:       dve memset -> block   columns 1 cost 67
for b in 0..n_static {
  load_indices:  ld     load   block          -> indices[b % 2]  bytes 512 cost 600 latency 1301
  gather_tokens: gather gather indices[b % 2] -> tokens[b % 2]   bytes 131072 cost 600 latency 1656
  for t in 0..4 {
    turn:        pe  transpose tokens[b % 2] -> turn_bank[t]  columns 128 cost 80
    copy_turned: dve copy      turn_bank[t]  -> tokens_t[t]   columns 128 cost 133
  }
  load_gate:  ld load   block                      -> w_gate[b % 2]  bytes 524288 cost 1425 latency 1900
  load_up:    ld load   block                      -> w_up[b % 2]    bytes 524288 cost 1425 latency 1900
  load_down:  ld load   block                      -> w_down[b % 2]  bytes 524288 cost 1425 latency 1900
  gate_first: pe matmul tokens_t[0], w_gate[b % 2] -> gate_bank      columns 512 start 1 cost 240
  for g in 1..4 {
    gate: pe matmul tokens_t[g], w_gate[b % 2] -> gate_bank  columns 512 cost 213
  }
  up_first: pe matmul tokens_t[0], w_up[b % 2] -> up_bank  columns 512 start 1 cost 240
  for u in 1..4 {
    up: pe matmul tokens_t[u], w_up[b % 2] -> up_bank  columns 512 cost 213
  }
  silu:       act activation    gate_bank             -> silu              columns 512 cost 427
  multiply:   dve tensor_tensor silu, up_bank         -> hidden            columns 512 cost 533
  down_first: pe  matmul        hidden, w_down[b % 2] -> down_bank[b % 2]  columns 512 start 1 cost 240
  for d in 1..4 {
    down: pe matmul hidden, w_down[b % 2] -> down_bank[b % 2]  columns 512 cost 213
  }
  copy_down:     act     copy          down_bank[b % 2]             -> down           columns 512 cost 427
  gather_before: gather  gather        indices[b % 2], output       -> before[b % 2]  bytes 131072 cost 600 latency 1656
  scale:         dve     tensor_scalar down                         -> scaled         columns 512 cost 533
  add:           dve     tensor_tensor scaled, before[b % 2]        -> after[b % 2]   columns 512 cost 533
  scatter_after: scatter scatter       indices[b % 2], after[b % 2] -> output         bytes 131072 cost 600 latency 1656
  next:          dve     tensor_scalar block                        -> block          columns 1 cost 67
}
count: dve reduce counts -> n_dynamic  columns 128 cost 133
for e in 0..load n_dynamic {
  load_indices_dyn:  ld     load   block          -> indices[e % 2]  bytes 512 cost 600 latency 1301
  gather_tokens_dyn: gather gather indices[e % 2] -> tokens[e % 2]   bytes 131072 cost 600 latency 1656
  for td in 0..4 {
    turn_dyn:        pe  transpose tokens[e % 2] -> turn_bank[td]  columns 128 cost 80
    copy_turned_dyn: dve copy      turn_bank[td] -> tokens_t[td]   columns 128 cost 133
  }
  load_gate_dyn:  ld load   block                      -> w_gate[e % 2]  bytes 524288 cost 1425 latency 1900
  load_up_dyn:    ld load   block                      -> w_up[e % 2]    bytes 524288 cost 1425 latency 1900
  load_down_dyn:  ld load   block                      -> w_down[e % 2]  bytes 524288 cost 1425 latency 1900
  gate_first_dyn: pe matmul tokens_t[0], w_gate[e % 2] -> gate_bank      columns 512 start 1 cost 240
  for gd in 1..4 {
    gate_dyn: pe matmul tokens_t[gd], w_gate[e % 2] -> gate_bank  columns 512 cost 213
  }
  up_first_dyn: pe matmul tokens_t[0], w_up[e % 2] -> up_bank  columns 512 start 1 cost 240
  for ud in 1..4 {
    up_dyn: pe matmul tokens_t[ud], w_up[e % 2] -> up_bank  columns 512 cost 213
  }
  silu_dyn:       act activation    gate_bank             -> silu              columns 512 cost 427
  multiply_dyn:   dve tensor_tensor silu, up_bank         -> hidden            columns 512 cost 533
  down_first_dyn: pe  matmul        hidden, w_down[e % 2] -> down_bank[e % 2]  columns 512 start 1 cost 240
  for dd in 1..4 {
    down_dyn: pe matmul hidden, w_down[e % 2] -> down_bank[e % 2]  columns 512 cost 213
  }
  copy_down_dyn:     act     copy          down_bank[e % 2]             -> down           columns 512 cost 427
  gather_before_dyn: gather  gather        indices[e % 2], output       -> before[e % 2]  bytes 131072 cost 600 latency 1656
  scale_dyn:         dve     tensor_scalar down                         -> scaled         columns 512 cost 533
  add_dyn:           dve     tensor_tensor scaled, before[e % 2]        -> after[e % 2]   columns 512 cost 533
  scatter_after_dyn: scatter scatter       indices[e % 2], after[e % 2] -> output         bytes 131072 cost 600 latency 1656
  next_dyn:          dve     tensor_scalar block                        -> block          columns 1 cost 67
}

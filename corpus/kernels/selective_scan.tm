# Selective scan (Mamba): batch, tiles of channels, states, and along the sequence tiles
# of 512 with the last column carried. All four numbers are known at run time.
#
# For a tile of channels delta and u stay resident, all of the sequence, [128, 512] fp32
# (262144 bytes, 712 ns each). For each state and sequence tile the rows of B and C are
# loaded, spread over the partitions (262144 bytes). ACT makes exp(delta * A) (512
# cycles, 427 ns); DVE multiplies fp32 in SBUF (2 cycles a column, 1067 ns), scans (1067
# ns), copies the last column (67 ns), multiplies by C and accumulates (1067 ns each).
# DVE, 5.4 us for each tile, bounds it.
#
# Rings: B, C and delta_a 2, so that loads and ACT run one sequence tile ahead of DVE.
# delta, u and y are resident and have a cell for each sequence tile (room for n_t =
# 16). What only DVE touches has one slot.
program selective_scan

engine ld inflight 4
engine st inflight 4
engine act, dve

param n_b, n_c, n_s, n_t

buffer delta[16], u[16], y[16]
buffer b_row[2], c_row[2], delta_a[2]
buffer delta_u, delta_bu, scanned, scanned_c, carry

for b in 0..n_b {
  for c in 0..n_c {
    for i in 0..n_t {
      load_delta: ld  load   -> delta[i]  bytes 262144 cost 712 latency 1900
      load_u:     ld  load   -> u[i]      bytes 262144 cost 712 latency 1900
      start:      dve memset -> y[i]      columns 512 cost 533
    }
    for s in 0..n_s {
      restart: dve memset -> carry  columns 1 cost 67
      for t in 0..n_t {
        load_b:     ld  load                                               -> b_row[t % 2]    bytes 262144 cost 712 latency 1900
        load_c:     ld  load                                               -> c_row[t % 2]    bytes 262144 cost 712 latency 1900
        exp:        act activation         delta[t]                        -> delta_a[t % 2]  columns 512 cost 427
        mul_u:      dve tensor_tensor_fp32 delta[t], u[t]                  -> delta_u         columns 512 cost 1067
        mul_b:      dve tensor_tensor_fp32 delta_u, b_row[t % 2]           -> delta_bu        columns 512 cost 1067
        scan:       dve scan               delta_a[t % 2], delta_bu, carry -> scanned         columns 512 cost 1067
        last:       dve copy               scanned                         -> carry           columns 1 cost 67
        mul_c:      dve tensor_tensor_fp32 scanned, c_row[t % 2]           -> scanned_c       columns 512 cost 1067
        accumulate: dve tensor_tensor_fp32 y[t], scanned_c                 -> y[t]            columns 512 cost 1067
      }
    }
    for o in 0..n_t {
      store: st store y[o] ->  bytes 262144 cost 712 latency 1900
    }
  }
}

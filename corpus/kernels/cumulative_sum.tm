# Cumulative sum along the rows: tiles of 128 rows, and along them tiles of 2048
# columns with the last column carried, both numbers known at run time.
#
# A tile is [128, 2048] fp32 (1048576 bytes, 2849 ns). DVE scans it (2 cycles a column,
# 4267 ns) and copies the last column (floor, 67 ns). DVE bounds it: each tile waits for
# the one before, and the loads and stores hide behind.
#
# Rings: input and out 2. The carried column has one slot: only DVE touches it.
program cumulative_sum

engine ld inflight 4
engine st inflight 4
engine dve

param n_p, n_f

buffer input[2], out[2], carry

for p in 0..n_p {
  start: dve memset -> carry  columns 1 cost 67
  for f in 0..n_f {
    fetch: ld  load                      -> input[f % 2]  bytes 1048576 cost 2849 latency 1900
    sum:   dve scan  input[f % 2], carry -> out[f % 2]    columns 2048 cost 4267
    store: st  store out[f % 2]          ->               bytes 1048576 cost 2849 latency 1900
    last:  dve copy  out[f % 2]          -> carry         columns 1 cost 67
  }
}

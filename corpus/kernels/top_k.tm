# Top k of each row: tiles of 128 rows, and k/8 passes over each that find the next
# eight values, both numbers known at run time. The row is carried from pass to pass
# with the values found replaced.
#
# A row tile is [128, 1024] fp32 (524288 bytes, 1425 ns). Each pass is three sweeps of
# DVE over 1024 columns (max8, find, replace: 1067 ns each), and two copies of eight
# columns (ACT and POOL, at the issue floor) that collect values and indices. At the
# end POOL counts up columns (iota, 150 + 1024 cycles, 978 ns) and DVE compares them
# with the indices: the one-hot mask, stored beside values and indices.
#
# Rings: row, results and mask 2. values and places pass from DVE to the collecting
# engines with 2 slots, so that the next pass starts at once.
program top_k

engine ld inflight 4
engine st inflight 4
engine dve, act, pool

param n_rows, n_passes

buffer row[2]
buffer values[2], places[2]
buffer top_values[2], top_places[2], counted, mask[2]

for r in 0..n_rows {
  fetch: ld load -> row[r % 2]  bytes 524288 cost 1425 latency 1900
  for p in 0..n_passes {
    max8:        dve  max8    row[r % 2]                -> values[p % 2]      columns 1024 cost 1067
    find:        dve  find    row[r % 2], values[p % 2] -> places[p % 2]      columns 1024 cost 1067
    replace:     dve  replace row[r % 2], values[p % 2] -> row[r % 2]         columns 1024 cost 1067
    keep_values: act  copy    values[p % 2]             -> top_values[r % 2]  columns 8 cost 53
    keep_places: pool copy    places[p % 2]             -> top_places[r % 2]  columns 8 cost 53
  }
  count:        pool iota                                     -> counted      columns 1024 cost 978
  one_hot:      dve  tensor_scalar counted, top_places[r % 2] -> mask[r % 2]  columns 1024 cost 1067
  store_values: st   store         top_values[r % 2]          ->              bytes 32768 cost 600 latency 1389
  store_places: st   store         top_places[r % 2]          ->              bytes 32768 cost 600 latency 1389
  store_mask:   st   store         mask[r % 2]                ->              bytes 262144 cost 712 latency 1900
}

# Tiled matrix product, one [128, 512] tile of the result at a time, all three bounds
# known at run time. PE accumulates over k in one PSUM bank.
#
# bf16: lhs [128, 128] is 32768 bytes, rhs [128, 512] is 131072; both cost the 600 ns
# that a transfer takes to issue. A product streams 512 columns: 512 PE cycles, 213 ns
# (the 64 cycles that start a chain are left out: one instruction stands for all k).
# DVE copies 512 columns from PSUM (533 ns) and the tile is stored as bf16.
#
# Rings: lhs and rhs 3, since a pair takes 1200 ns of the queue but 2256 ns to arrive:
# two pairs under way and one in use. PSUM 2: PE goes on with the next tile while DVE
# empties the last. out 2: the store of one tile beside the copy of the next.
program matmul_tiled

engine ld inflight 4
engine st inflight 2
engine pe, dve

param n_m, n_n, n_k

buffer lhs[3], rhs[3]
buffer acc[2]           # PSUM banks
buffer out[2]

for m in 0..n_m {
  for n in 0..n_n {
    for k in 0..n_k {
      load_lhs: ld load                          -> lhs[k % 3]  bytes 32768 cost 600 latency 1389
      load_rhs: ld load                          -> rhs[k % 3]  bytes 131072 cost 600 latency 1656
      product:  pe matmul lhs[k % 3], rhs[k % 3] -> acc[n % 2]  columns 512 cost 213
    }
    evict: dve copy  acc[n % 2] -> out[n % 2]  columns 512 cost 533
    store: st  store out[n % 2] ->             bytes 131072 cost 600 latency 1656
  }
}

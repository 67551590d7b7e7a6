# Elementwise addition of two matrices whose rows and columns are known at run time.
#
# A tile is [128, 1024] bf16: 262144 bytes move in 712 ns over 16 DMA engines, a bf16
# addition takes 1024 DVE cycles (1067 ns). The two loads, 1424 ns, bound it.
#
# Rings: a, b and out have 2 slots each, so that the loads of tile h + 1 and the store
# of tile h - 1 run while DVE adds tile h. The ring starts at slot 0 in every row.
program elementwise_add

engine ld inflight 4    # loads: a transfer is under way for 2.6 us, one starts each 0.7 us
engine st inflight 4
engine dve

param n_m, n_h          # tiles of rows, tiles of columns

buffer a[2], b[2], out[2]

for m in 0..n_m {
  for h in 0..n_h {
    load_a: ld  load                             -> a[h % 2]    bytes 262144 cost 712 latency 1900
    load_b: ld  load                             -> b[h % 2]    bytes 262144 cost 712 latency 1900
    add:    dve tensor_tensor a[h % 2], b[h % 2] -> out[h % 2]  columns 1024 cost 1067
    store:  st  store         out[h % 2]         ->             bytes 262144 cost 712 latency 1900
  }
}

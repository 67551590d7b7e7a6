# Depthwise convolution: batch, tiles of channels, channels of a tile and tiles of the
# image are all known at run time.
#
# For each tile of channels the filters are loaded ([128, 9] bf16 in 32768 bytes with
# their padding), transposed by PE (128 + 64 cycles, 80 ns) and copied out of PSUM by
# DVE (128 columns, 133 ns). For each channel and image tile the patches are gathered
# (im2col, [9, 512] bf16, 9216 bytes: the 600 ns to issue), multiplied (240 ns), copied
# (ACT, 427 ns) and stored (1024 bytes).
#
# Rings: 2 everywhere: the next patch is gathered and the last tile stored while PE and
# ACT work; the filters of the next tile of channels while the last ones are in use.
program depthwise_conv

engine ld inflight 4
engine st inflight 4
engine pe, act, dve

param n_b, n_c, n_channels, n_t

buffer filter[2], filter_bank[2], filter_t[2]
buffer patch[2], bank[2], out[2]

for b in 0..n_b {
  for c in 0..n_c {
    load_filter: ld  load                         -> filter[c % 2]       bytes 32768 cost 600 latency 1389
    turn_filter: pe  transpose filter[c % 2]      -> filter_bank[c % 2]  columns 128 cost 80
    copy_filter: dve copy      filter_bank[c % 2] -> filter_t[c % 2]     columns 128 cost 133
    for channel in 0..n_channels {
      for t in 0..n_t {
        im2col:   ld  gather                               -> patch[t % 2]  bytes 9216 cost 600 latency 1325
        convolve: pe  matmul filter_t[c % 2], patch[t % 2] -> bank[t % 2]   columns 512 start 1 cost 240
        evict:    act copy   bank[t % 2]                   -> out[t % 2]    columns 512 cost 427
        store:    st  store  out[t % 2]                    ->               bytes 1024 cost 600 latency 1303
      }
    }
  }
}

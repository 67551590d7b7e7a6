# RMS norm and quantisation to 8 bits: rows in tiles of 128, the hidden size H in
# chunks of 512, both known at run time.
#
# A row tile is loaded whole, [128, 2048] bf16 (524288 bytes, 1425 ns; the costs are
# those of H = 2048, n_h = 4). ACT sums the squares (2048 + 64 cycles, 1760 ns) and
# takes the inverse root (floor, 53 ns). For each chunk PE spreads gamma over the
# partitions with a product against ones (512 + 64 cycles, 240 ns) and DVE multiplies
# it in from PSUM (533 ns). Then the absolute maximum (DVE, 2133 ns), the scale (ACT,
# floor), its inverse and the scaled row (DVE, 67 and 2133 ns), and two stores: data
# [128, 2048] of one byte, scales [128, 1] fp32.
#
# Rings: input, out and what goes out with them 2; 8 PSUM banks, so that PE spreads the
# next chunks of gamma while DVE multiplies. normed and the small columns pass between
# ACT and DVE and have 2 slots, so that ACT begins row tile i + 1 while DVE ends tile i.
program rmsnorm_quant

engine ld inflight 4
engine st inflight 4
engine pe, act, dve

param n_rows, n_h

buffer gamma
buffer input[2], out[2], scales[2]
buffer square_sum[2], root[2], largest[2], normed[2], inverse
buffer bank[8]

load_gamma: ld load -> gamma  bytes 4096 cost 600 latency 1311
for i in 0..n_rows {
  fetch:   ld  load                                -> input[i % 2]       bytes 524288 cost 1425 latency 1900
  squares: act activation_reduce input[i % 2]      -> square_sum[i % 2]  columns 2048 cost 1760
  rsqrt:   act activation        square_sum[i % 2] -> root[i % 2]        columns 1 cost 53
  for h in 0..n_h {
    spread:   pe  matmul        gamma                                  -> bank[h % 8]    columns 512 start 1 cost 240
    multiply: dve tensor_tensor input[i % 2], root[i % 2], bank[h % 8] -> normed[i % 2]  columns 512 cost 533
  }
  abs_max:     dve reduce        normed[i % 2]          -> largest[i % 2]  columns 2048 cost 2133
  to_scale:    act activation    largest[i % 2]         -> scales[i % 2]   columns 1 cost 53
  invert:      dve reciprocal    scales[i % 2]          -> inverse         columns 1 cost 67
  quantise:    dve tensor_scalar normed[i % 2], inverse -> out[i % 2]      columns 2048 cost 2133
  store_data:  st  store         out[i % 2]             ->                 bytes 262144 cost 712 latency 1900
  store_scale: st  store         scales[i % 2]          ->                 bytes 512 cost 600 latency 1301
}

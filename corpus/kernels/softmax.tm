# Softmax over the rows of a matrix, 128 rows at a time, their number known at run time.
#
# A tile is [128, 1024] bf16: 262144 bytes, 712 ns. DVE finds the row maximum (1024
# columns, 1067 ns), ACT exponentiates and sums in one instruction (1024 + 64 cycles,
# 907 ns), DVE inverts the sum (one column: the issue floor, 67 ns) and scales (1067 ns).
# DVE, 2.2 us for each tile, bounds it.
#
# Rings: input and out 2 (load and store beside the computation); what passes between DVE
# and ACT has 2 slots too, so that DVE takes the maximum of tile i + 1 while ACT works
# on tile i.
program softmax

engine ld inflight 4
engine st inflight 4
engine dve, act

param n_rows

buffer input[2], out[2]
buffer maximum[2], exps[2], sum[2], inverse[2]

for i in 0..n_rows {
  fetch:   ld  load                                           -> input[i % 2]             bytes 262144 cost 712 latency 1900
  row_max: dve reduce            input[i % 2]                 -> maximum[i % 2]           columns 1024 cost 1067
  exp:     act activation_reduce input[i % 2], maximum[i % 2] -> exps[i % 2], sum[i % 2]  columns 1024 cost 907
  invert:  dve reciprocal        sum[i % 2]                   -> inverse[i % 2]           columns 1 cost 67
  scale:   dve tensor_scalar     exps[i % 2], inverse[i % 2]  -> out[i % 2]               columns 1024 cost 1067
  store:   st  store             out[i % 2]                   ->                          bytes 262144 cost 712 latency 1900
}

# One MLP layer while decoding: a single token's activations stay, the weights stream
# past in h tiles, whose number is known at run time. It runs at the speed of the
# weights, so what counts is that their queue never waits.
#
# A weight tile is [128, 512] bf16 (131072 bytes: 356 ns of data, but 600 ns to issue,
# and 2256 ns until it is there). PE multiplies it with the token (512 + 64 cycles, 240
# ns), ACT and DVE take turns to copy the bank (427 and 533 ns), ACT applies the
# non-linearity (427 ns), DVE multiplies (533 ns), and the tile goes out.
#
# Rings: weights 5: 2256 ns at one each 600 ns is four under way, and one in use. PSUM,
# the copy and its activation 2, for two tiles in turn on ACT and DVE; out 4, as many
# as stores under way.
program mlp_decode

engine ld inflight 4
engine st inflight 4
engine pe, act, dve

param n_h

buffer token
buffer weights[5]
buffer bank[2]
buffer hidden[2], active[2], out[4]

load_token: ld load -> token  bytes 32768 cost 600 latency 1389
for h in 0..n_h {
  fetch:   ld load                         -> weights[h % 5]  bytes 131072 cost 600 latency 1656
  product: pe matmul token, weights[h % 5] -> bank[h % 2]     columns 512 start 1 cost 240
  if h % 2 == 0 {
    copy_act: act copy bank[h % 2] -> hidden[h % 2]  columns 512 cost 427
  } else {
    copy_dve: dve copy bank[h % 2] -> hidden[h % 2]  columns 512 cost 533
  }
  activate: act activation    hidden[h % 2]                -> active[h % 2]  columns 512 cost 427
  multiply: dve tensor_tensor active[h % 2], hidden[h % 2] -> out[h % 4]     columns 512 cost 533
  store:    st  store         out[h % 4]                   ->                bytes 131072 cost 600 latency 1656
}

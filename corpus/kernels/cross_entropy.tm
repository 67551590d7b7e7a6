# Online softmax cross entropy: rows in tiles of 128, the vocabulary in chunks of 2048,
# both known at run time. The running maximum and sum are carried from chunk to chunk.
#
# A chunk is [128, 2048] bf16 (524288 bytes, 1425 ns). DVE and ACT work on it with one
# pass of 2048 columns for each instruction (DVE 2133 ns, ACT 1707 ns) and on columns
# of one element at the issue floor (67 and 53 ns). After the last chunk ACT takes the
# logarithm, the label's logit is gathered ([128, 1] fp32), and the loss is stored.
#
# Rings: chunk 2, so that the next chunk is loaded during this one. Everything carried
# or small has one slot: DVE and ACT alternate on it, and the chain from chunk to chunk
# leaves nothing to gain.
program cross_entropy

engine ld inflight 4
engine st inflight 2
engine dve, act

param n_rows, n_v

buffer chunk[2]
buffer chunk_max, new_max, old_max, delta, factor
buffer shifted, exps, chunk_sum, new_sum, old_sum
buffer log_sum, logit, loss

for r in 0..n_rows {
  start: dve memset -> old_max, old_sum  columns 1 cost 67
  for v in 0..n_v {
    fetch:     ld  load                                -> chunk[v % 2]  bytes 524288 cost 1425 latency 1900
    max_chunk: dve reduce        chunk[v % 2]          -> chunk_max     columns 2048 cost 2133
    max_new:   dve tensor_tensor chunk_max, old_max    -> new_max       columns 1 cost 67
    sub_old:   dve tensor_tensor old_max, new_max      -> delta         columns 1 cost 67
    exp_old:   act activation    delta                 -> factor        columns 1 cost 53
    rescale:   dve tensor_tensor old_sum, factor       -> new_sum       columns 1 cost 67
    shift:     dve tensor_scalar chunk[v % 2], new_max -> shifted       columns 2048 cost 2133
    exp:       act activation    shifted               -> exps          columns 2048 cost 1707
    sum:       dve reduce        exps                  -> chunk_sum     columns 2048 cost 2133
    add:       dve tensor_tensor new_sum, chunk_sum    -> new_sum       columns 1 cost 67
    keep_max:  dve copy          new_max               -> old_max       columns 1 cost 67
    keep_sum:  dve copy          new_sum               -> old_sum       columns 1 cost 67
  }
  log:      act activation    old_sum                 -> log_sum  columns 1 cost 53
  gather:   ld  gather                                -> logit    bytes 512 cost 600 latency 1301
  subtract: dve tensor_tensor log_sum, old_max, logit -> loss     columns 1 cost 67
  store:    st  store         loss                    ->          bytes 512 cost 600 latency 1301
}

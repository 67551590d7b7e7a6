# Attention of one new token for each of a batch of sequences, over a paged cache: the
# number of sequences is known when the kernel starts, the number of blocks of each
# sequence is read from memory when its turn comes.
#
# A block is 256 tokens of 128 dimensions, keys and values 65536 bytes each, gathered by
# the block table (600 ns to issue, 2078 ns until they are there). PE turns the keys in
# two halves (128 + 64 cycles, 80 ns), DVE and ACT take one each to copy (133 and 107
# ns), PE multiplies (256 + 64 cycles, 133 ns), DVE masks and takes the maximum (267 ns
# each), ACT exponentiates and sums (267 ns), PE turns the probabilities and DVE and ACT
# copy them, PE adds up two products with the values (80 and 53 ns). The running
# maximum, sum and output are carried from block to block by DVE and ACT.
#
# Rings: keys, values 2 (a block is gathered while the last one is used), what passes
# between PE, DVE and ACT 2. PSUM has 8 banks: two halves of keys, two of probabilities,
# two turns of scores and of products. The sequences' tables, queries and outputs 2. The
# carried columns have one slot.
program paged_decode

engine ld inflight 4
engine gather inflight 4   # the queue for what the block table addresses
engine st inflight 4
engine pe, dve, act

param n_seq

buffer n_blocks[2]         # ceil(length / 256), read by every engine
buffer table[2], query[2], out[2]
buffer keys[2], values[2]
buffer key_bank[2], score_bank[2], prob_bank[2], value_bank[2]
buffer keys_t[2], probs_t[2]
buffer scores[2], probs[2], largest[2], block_sum[2], factor[2]
buffer running_max, running_sum, output, inverse

for s in 0..n_seq {
  load_length: ld  load   -> n_blocks[s % 2]                   bytes 512 cost 600 latency 1301
  load_table:  ld  load   -> table[s % 2]                      bytes 4096 cost 600 latency 1311
  load_query:  ld  load   -> query[s % 2]                      bytes 32768 cost 600 latency 1389
  start:       dve memset -> running_max, running_sum, output  columns 128 cost 133
  for b in 0..load n_blocks[s % 2] {
    gather_keys:   gather gather            table[s % 2]                                 -> keys[b % 2]                     bytes 65536 cost 600 latency 1478
    gather_values: gather gather            table[s % 2]                                 -> values[b % 2]                   bytes 65536 cost 600 latency 1478
    turn_low:      pe     transpose         keys[b % 2]                                  -> key_bank[0]                     columns 128 cost 80
    copy_low:      dve    copy              key_bank[0]                                  -> keys_t[0]                       columns 128 cost 133
    turn_high:     pe     transpose         keys[b % 2]                                  -> key_bank[1]                     columns 128 cost 80
    copy_high:     act    copy              key_bank[1]                                  -> keys_t[1]                       columns 128 cost 107
    score:         pe     matmul            query[s % 2], keys_t[0], keys_t[1]           -> score_bank[b % 2]               columns 256 start 1 cost 133
    mask:          dve    tensor_tensor     score_bank[b % 2]                            -> scores[b % 2]                   columns 256 cost 267
    max:           dve    reduce            scores[b % 2], running_max                   -> running_max, largest[b % 2]     columns 256 cost 267
    exp:           act    activation_reduce scores[b % 2], largest[b % 2]                -> probs[b % 2], block_sum[b % 2]  columns 256 cost 267
    correct:       act    activation        largest[b % 2]                               -> factor[b % 2]                   columns 1 cost 53
    turn_p_low:    pe     transpose         probs[b % 2]                                 -> prob_bank[0]                    columns 128 cost 80
    copy_p_low:    dve    copy              prob_bank[0]                                 -> probs_t[0]                      columns 128 cost 133
    turn_p_high:   pe     transpose         probs[b % 2]                                 -> prob_bank[1]                    columns 128 cost 80
    copy_p_high:   act    copy              prob_bank[1]                                 -> probs_t[1]                      columns 128 cost 107
    value_low:     pe     matmul            probs_t[0], values[b % 2]                    -> value_bank[b % 2]               columns 128 start 1 cost 80
    value_high:    pe     matmul            probs_t[1], values[b % 2]                    -> value_bank[b % 2]               columns 128 cost 53
    add_sum:       dve    tensor_scalar     running_sum, factor[b % 2], block_sum[b % 2] -> running_sum                     columns 1 cost 67
    add_output:    dve    tensor_tensor     output, factor[b % 2], value_bank[b % 2]     -> output                          columns 128 cost 133
  }
  invert: dve reciprocal running_sum     -> inverse     columns 1 cost 67
  scale:  act activation output, inverse -> out[s % 2]  columns 128 cost 107
  store:  st  store      out[s % 2]      ->             bytes 32768 cost 600 latency 1389
}

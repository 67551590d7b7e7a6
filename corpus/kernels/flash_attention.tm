# Flash attention forward, software-pipelined: sections of 8192 keys and values, and for
# each section groups of 128 queries. Stage A of group i + 2, stage B of group i + 1 and
# stage C of group i run side by side, so two groups are peeled at each end; both
# numbers, sections and groups, are known at run time.
#
#   A  load q; for each of 16 key tiles: PE scores into PSUM banks 0 to 3 (512 + 64
#      cycles, 240 ns), DVE scales them into SBUF and takes the row maximum (533 ns each)
#   B  DVE running maximum (67 ns), ACT correction (floor, 53 ns); for each tile ACT
#      exponentiates and sums the rows (512 + 64 cycles, 480 ns)
#   C  for each tile: PE turns 4 blocks of 128 (80 ns each) into half banks of 4 and 5,
#      ACT and DVE copy 256 columns each (213 and 267 ns), PE chains 4 products with the
#      values (80 ns, then 53) into banks 6 and 7, DVE adds to the output (133 ns); then
#      DVE brings the row sums up to date. After the last section DVE divides and the
#      output is written back.
#
# A key tile is [128, 512] bf16 (131072 bytes: 600 ns to issue), a value tile [128, 128]
# (32768 bytes). DVE, 1.5 us for each tile, bounds it.
#
# Rings: q, scores, partial maxima, row sums and corrections 2 groups (a group's are
# written in stage A or B and used until C, with one group between); exp 1 group: in a
# tile stage C of group i reads exps[t] just before stage B of group i + 1 writes it.
# Resident tiles have a cell each: 16 keys, 64 values; output, running maximum and sum
# for each group (room for 64 groups), which only DVE touches before the write-back.
program flash_attention

engine ld inflight 4
engine st inflight 4
engine pe, dve, act

param n_s, n_q              # sections, groups of queries

buffer keys[16], values[64]
buffer q[2], scores[32], partial_max[2], row_sum[2], bias[2], correction[2]
buffer exps[16]
buffer score_bank[4], turn_bank[4], value_bank[2]
buffer turned[4]
buffer running_max[64], running_sum[64], output[64]
buffer inverse, out[2]

for z in 0..n_q {
  start: dve memset -> running_max[z], running_sum[z], output[z]  columns 128 cost 133
}
for s in 0..n_s {
  for lk in 0..16 {
    load_keys: ld load -> keys[lk]  bytes 131072 cost 600 latency 1656
  }
  for lv in 0..64 {
    load_values: ld load -> values[lv]  bytes 32768 cost 600 latency 1389
  }
  # Peeled: A(0), A(1), B(0).
  if n_q >= 1 {
    load_q_0: ld load -> q[0]  bytes 32768 cost 600 latency 1389
    for t in 0..16 {
      score_0: pe  matmul        q[0], keys[t]     -> score_bank[t % 4]  columns 512 start 1 cost 240
      scale_0: dve tensor_scalar score_bank[t % 4] -> scores[t]          columns 512 cost 533
      max_0:   dve reduce        scores[t]         -> partial_max[0]     columns 512 cost 533
    }
  }
  if n_q >= 2 {
    load_q_1: ld load -> q[1]  bytes 32768 cost 600 latency 1389
    for t in 0..16 {
      score_1: pe  matmul        q[1], keys[t]     -> score_bank[t % 4]  columns 512 start 1 cost 240
      scale_1: dve tensor_scalar score_bank[t % 4] -> scores[t + 16]     columns 512 cost 533
      max_1:   dve reduce        scores[t + 16]    -> partial_max[1]     columns 512 cost 533
    }
  }
  if n_q >= 1 {
    max_group_0: dve reduce     partial_max[0], running_max[0] -> running_max[0], bias[0]  columns 16 cost 67
    correct_0:   act activation bias[0]                        -> correction[0]            columns 1 cost 53
    for t in 0..16 {
      exp_0: act activation_reduce scores[t], bias[0] -> exps[t], row_sum[0]  columns 512 cost 480
    }
  }
  # Steady: A(i + 2), B(i + 1), C(i).
  for i in 0..n_q - 2 {
    load_q:    ld  load                                                    -> q[i % 2]                               bytes 32768 cost 600 latency 1389
    max_group: dve reduce     partial_max[(i + 1) % 2], running_max[i + 1] -> running_max[i + 1], bias[(i + 1) % 2]  columns 16 cost 67
    correct:   act activation bias[(i + 1) % 2]                            -> correction[(i + 1) % 2]                columns 1 cost 53
    for t in 0..16 {
      score:    pe  matmul            q[i % 2], keys[t]                               -> score_bank[t % 4]              columns 512 start 1 cost 240
      scale:    dve tensor_scalar     score_bank[t % 4]                               -> scores[(16*i + t) % 32]        columns 512 cost 533
      max:      dve reduce            scores[(16*i + t) % 32]                         -> partial_max[i % 2]             columns 512 cost 533
      turn_1:   pe  transpose         exps[t]                                         -> turn_bank[2*t % 4]             columns 128 cost 80
      turn_2:   pe  transpose         exps[t]                                         -> turn_bank[2*t % 4]             columns 128 cost 80
      copy_act: act copy              turn_bank[2*t % 4]                              -> turned[2*t % 4]                columns 256 cost 213
      turn_3:   pe  transpose         exps[t]                                         -> turn_bank[(2*t + 1) % 4]       columns 128 cost 80
      turn_4:   pe  transpose         exps[t]                                         -> turn_bank[(2*t + 1) % 4]       columns 128 cost 80
      copy_dve: dve copy              turn_bank[(2*t + 1) % 4]                        -> turned[(2*t + 1) % 4]          columns 256 cost 267
      value_1:  pe  matmul            turned[2*t % 4], values[4*t]                    -> value_bank[t % 2]              columns 128 start 1 cost 80
      value_2:  pe  matmul            turned[2*t % 4], values[4*t + 1]                -> value_bank[t % 2]              columns 128 cost 53
      value_3:  pe  matmul            turned[(2*t + 1) % 4], values[4*t + 2]          -> value_bank[t % 2]              columns 128 cost 53
      value_4:  pe  matmul            turned[(2*t + 1) % 4], values[4*t + 3]          -> value_bank[t % 2]              columns 128 cost 53
      add:      dve tensor_tensor     value_bank[t % 2], correction[i % 2], output[i] -> output[i]                      columns 128 cost 133
      exp:      act activation_reduce scores[(16*i + t + 16) % 32], bias[(i + 1) % 2] -> exps[t], row_sum[(i + 1) % 2]  columns 512 cost 480
    }
    sum: dve reduce row_sum[i % 2], correction[i % 2], running_sum[i] -> running_sum[i]  columns 16 cost 67
  }
  # Peeled: B(n_q - 1), C(n_q - 2), C(n_q - 1).
  if n_q >= 2 {
    max_group_z: dve reduce     partial_max[(n_q - 1) % 2], running_max[n_q - 1] -> running_max[n_q - 1], bias[(n_q - 1) % 2]  columns 16 cost 67
    correct_z:   act activation bias[(n_q - 1) % 2]                              -> correction[(n_q - 1) % 2]                  columns 1 cost 53
    for t in 0..16 {
      turn_1_y:   pe  transpose         exps[t]                                                 -> turn_bank[2*t % 4]               columns 128 cost 80
      turn_2_y:   pe  transpose         exps[t]                                                 -> turn_bank[2*t % 4]               columns 128 cost 80
      copy_act_y: act copy              turn_bank[2*t % 4]                                      -> turned[2*t % 4]                  columns 256 cost 213
      turn_3_y:   pe  transpose         exps[t]                                                 -> turn_bank[(2*t + 1) % 4]         columns 128 cost 80
      turn_4_y:   pe  transpose         exps[t]                                                 -> turn_bank[(2*t + 1) % 4]         columns 128 cost 80
      copy_dve_y: dve copy              turn_bank[(2*t + 1) % 4]                                -> turned[(2*t + 1) % 4]            columns 256 cost 267
      value_1_y:  pe  matmul            turned[2*t % 4], values[4*t]                            -> value_bank[t % 2]                columns 128 start 1 cost 80
      value_2_y:  pe  matmul            turned[2*t % 4], values[4*t + 1]                        -> value_bank[t % 2]                columns 128 cost 53
      value_3_y:  pe  matmul            turned[(2*t + 1) % 4], values[4*t + 2]                  -> value_bank[t % 2]                columns 128 cost 53
      value_4_y:  pe  matmul            turned[(2*t + 1) % 4], values[4*t + 3]                  -> value_bank[t % 2]                columns 128 cost 53
      add_y:      dve tensor_tensor     value_bank[t % 2], correction[n_q % 2], output[n_q - 2] -> output[n_q - 2]                  columns 128 cost 133
      exp_z:      act activation_reduce scores[(16*n_q + t - 16) % 32], bias[(n_q - 1) % 2]     -> exps[t], row_sum[(n_q - 1) % 2]  columns 512 cost 480
    }
    sum_y: dve reduce row_sum[n_q % 2], correction[n_q % 2], running_sum[n_q - 2] -> running_sum[n_q - 2]  columns 16 cost 67
  }
  if n_q >= 1 {
    for t in 0..16 {
      turn_1_z:   pe  transpose     exps[t]                                                       -> turn_bank[2*t % 4]        columns 128 cost 80
      turn_2_z:   pe  transpose     exps[t]                                                       -> turn_bank[2*t % 4]        columns 128 cost 80
      copy_act_z: act copy          turn_bank[2*t % 4]                                            -> turned[2*t % 4]           columns 256 cost 213
      turn_3_z:   pe  transpose     exps[t]                                                       -> turn_bank[(2*t + 1) % 4]  columns 128 cost 80
      turn_4_z:   pe  transpose     exps[t]                                                       -> turn_bank[(2*t + 1) % 4]  columns 128 cost 80
      copy_dve_z: dve copy          turn_bank[(2*t + 1) % 4]                                      -> turned[(2*t + 1) % 4]     columns 256 cost 267
      value_1_z:  pe  matmul        turned[2*t % 4], values[4*t]                                  -> value_bank[t % 2]         columns 128 start 1 cost 80
      value_2_z:  pe  matmul        turned[2*t % 4], values[4*t + 1]                              -> value_bank[t % 2]         columns 128 cost 53
      value_3_z:  pe  matmul        turned[(2*t + 1) % 4], values[4*t + 2]                        -> value_bank[t % 2]         columns 128 cost 53
      value_4_z:  pe  matmul        turned[(2*t + 1) % 4], values[4*t + 3]                        -> value_bank[t % 2]         columns 128 cost 53
      add_z:      dve tensor_tensor value_bank[t % 2], correction[(n_q - 1) % 2], output[n_q - 1] -> output[n_q - 1]           columns 128 cost 133
    }
    sum_z: dve reduce row_sum[(n_q - 1) % 2], correction[(n_q - 1) % 2], running_sum[n_q - 1] -> running_sum[n_q - 1]  columns 16 cost 67
  }
}
for w in 0..n_q {
  invert: dve reciprocal    running_sum[w]     -> inverse     columns 1 cost 67
  divide: dve tensor_scalar output[w], inverse -> out[w % 2]  columns 128 cost 133
  store:  st  store         out[w % 2]         ->             bytes 32768 cost 600 latency 1389
}

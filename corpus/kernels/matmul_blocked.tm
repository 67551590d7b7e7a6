# Blocked matrix product: blocks of 1024 (k) x 1024 (n) of rhs and 1024 (k) x 2048 (m)
# of lhs stay in SBUF, and so does the accumulator, [2048, 1024] for each block of m.
#
# A block of rhs is 8 tiles [128, 1024] bf16 (262144 bytes, 712 ns each), one of lhs 8
# tiles [128, 2048] (524288 bytes, 1425 ns). For each of 2 x 16 tiles of the result PE
# chains 8 products of 512 columns (213 ns, the first 64 cycles more: 240 ns) and DVE
# adds the bank to the accumulator (512 columns from PSUM: 533 ns).
#
# Every resident tile has a cell of its own: 8 of rhs and of lhs for each of 2 blocks
# (load the next block while this one is used), 8 PSUM banks (PE may run 7 tiles ahead
# of DVE). The accumulator has one cell for each block of m: between zeroing and store
# only DVE touches it, in order, and the stores that read it do not hinder each other.
# POOL zeroes [128, 1024] at a time (853 ns) and so does ST store it. acc has room for
# n_m = 16 (more than fits a real SBUF).
program matmul_blocked

engine ld inflight 4
engine st inflight 4
engine pe, dve, pool

param n_n, n_k, n_m

buffer rhs[16], lhs[16]
buffer bank[8]
buffer acc[16]

for n in 0..n_n {
  for z in 0..n_m {
    for zb in 0..16 {
      zero: pool memset -> acc[z]  columns 1024 cost 853
    }
  }
  for k in 0..n_k {
    for r in 0..8 {
      load_rhs: ld load -> rhs[(8*k + r) % 16]  bytes 262144 cost 712 latency 1900
    }
    for m in 0..n_m {
      for l in 0..8 {
        load_lhs: ld load -> lhs[(8*m + l) % 16]  bytes 524288 cost 1425 latency 1900
      }
      for a in 0..2 {
        for b in 0..16 {
          first: pe matmul lhs[8*m % 16], rhs[8*k % 16] -> bank[b % 8]  columns 512 start 1 cost 240
          for t in 1..8 {
            chain: pe matmul lhs[(8*m + t) % 16], rhs[(8*k + t) % 16] -> bank[b % 8]  columns 512 cost 213
          }
          add: dve tensor_tensor bank[b % 8], acc[m] -> acc[m]  columns 512 cost 533
        }
      }
    }
  }
  for w in 0..n_m {
    for wb in 0..16 {
      store: st store acc[w] ->  bytes 262144 cost 712 latency 1900
    }
  }
}

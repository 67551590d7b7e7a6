# Several producers for one consumer, and several consumers for each producer.
# why: join waits for three engines; each of them waits for join and for check.
# from: class: several producers for one consumer
program several_producers
engine dma inflight 2
engine act, dve, pe, pool
param n
buffer a[2], b[2], c[2], d, e

for i in 0..n {
  dma load -> a[i % 2]
  make_b: act exp -> b[i % 2]
  make_c: dve scale -> c[i % 2]
  join: pe matmul a[i % 2], b[i % 2], c[i % 2] -> d
  check: pool compare a[i % 2], c[i % 2] -> e
}

# Byte ranges that overlap under different names while an asynchronous store reads.
# why: fill waits for the store of the trip before, since late covers the second half of
# why: out; early, the first half of it, waits for the same store; neither waits for the
# why: other engine's half.
# from: class: byte ranges that overlap under different names
program byte_ranges_async_store
engine dma inflight 2
engine act, dve, pe
param n
memory sbuf
buffer out at sbuf[0, 4096)
buffer early at sbuf[0, 2048)
buffer late at sbuf[2048, 6144)
buffer x

for i in 0..n {
  make: pe matmul x -> out
  dma store out ->
  fill: act exp -> late
  head: dve copy -> early
}

# A ring of byte ranges and a window that lies across two of its slots.
# why: window waits for the loads of slots 0 and 1, and later loads of those two for it;
# why: those of slots 2 and 3 wait for use alone.
# from: class: byte ranges that overlap under different names
program byte_ranges_ring
engine dma inflight 4
engine pe, act
param n
memory sbuf
buffer ring[4] at sbuf[0, 8192)
buffer window at sbuf[1024, 3072)
buffer y, z

for i in 0..n {
  dma load -> ring[i % 4]
  use: pe add ring[i % 4] -> y
  look: act max window -> z
}

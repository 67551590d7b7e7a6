# Byte ranges that touch and do not overlap, and an empty one inside another.
# expect: none exact
# why: nothing: no two engines share a cell.
# from: class: disjoint ranges, which need no wait
program disjoint_ranges
engine act, dve, pe
param n
memory sbuf
buffer low at sbuf[0, 1024)
buffer middle at sbuf[1024, 2048)
buffer high at sbuf[2048, 4096)
buffer nothing at sbuf[512, 512)

for i in 0..n {
  act exp low -> low
  dve scale middle, nothing -> middle
  pe matmul high -> high, nothing
}

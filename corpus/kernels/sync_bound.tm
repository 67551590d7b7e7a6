# The micro-benchmark that synchronization alone decides: five engines in a chain, each
# with one instruction at the issue floor of 64 cycles (27 to 67 ns), so that what a
# wait, a signal and a barrier take is all there is to see.
#
# Rings: 4 slots between neighbours. A signal takes about 100 ns from engine to engine,
# there and back 200 ns, and the slowest engine needs 67 ns for each item: 200 / 67 + 1
# slots keep it busy.
program sync_bound

engine pe, act, dve, pool, sp

param n

buffer a[4], b[4], c[4], d[4]

for i in 0..n {
  first:  pe   touch          -> a[i % 4]  columns 1 cost 27
  second: act  touch a[i % 4] -> b[i % 4]  columns 1 cost 53
  third:  dve  touch b[i % 4] -> c[i % 4]  columns 1 cost 67
  fourth: pool touch c[i % 4] -> d[i % 4]  columns 1 cost 53
  fifth:  sp   touch d[i % 4] ->           columns 1 cost 53
}

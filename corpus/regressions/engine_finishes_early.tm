# An engine that finishes early: what it did last is still waited for at the end.
# why: last waits for prepare, many completions of others later.
# from: class: an engine that finishes early
program engine_finishes_early
engine dma inflight 2
engine pe, dve
param n, m
buffer table, x, y

for p in 0..m {
  prepare: dve iota -> table
}
for i in 0..n {
  dma load -> x
  use: pe add x, y -> y
}
last: pe gather table, y -> y
dma store y ->

# A use under a branch, one after it, and one of something else.
# why: first and second wait for load; third for nothing.
# from: hand-written, for the streams beside it
program branch
engine dma inflight 2
engine pe
param p, q
buffer x, y, z

dma load -> x
if p {
  first: pe add x -> y
}
if q {
  second: pe max x -> y
}
third: pe copy z -> z

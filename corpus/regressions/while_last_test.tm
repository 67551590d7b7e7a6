# The reads of a `while` happen once more than its body.
# why: the next writer of the condition waits for every engine's read of the last test,
#      the one that ended the loop.
# from: bug: the register that keeps those reads was set after the stream's own read,
#       which is not reached after the last test
program while_last_test
engine ld inflight 2
engine pe, dve
param n
buffer decision, x

for e in 0..n {
  decide: ld load -> decision
  while load decision {
    work: pe matmul -> x
    use:  dve copy x ->
    next: ld load -> decision
  }
}

# Two engines that take turns.
# why: right waits for left, left for the right one trip back.
# from: hand-written, for the streams beside it
program phases
engine act, dve
param n
buffer x, y

for i in 0..n {
  left: act exp y -> x
  right: dve scale x -> y
}

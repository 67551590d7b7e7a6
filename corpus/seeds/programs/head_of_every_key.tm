# expect: exact
# set: n=2
# load: x=1,0
# unknown: proof
# mutant: forget_war unsafe
# why: every key that a head may have, one of them
# why: on two lines
# from: by hand
# cause: none
program head_of_every_key

engine e
param n
buffer x

for i in 0..n {
  e op x -> x
}

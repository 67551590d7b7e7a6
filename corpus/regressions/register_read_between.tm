# Two keys of one stretch, one of them read before the other is set: the last write of the
# range by load, and its last access, which store makes.
# why: a store must wait for the load just before it, not for one of the trip before.
# from: bug: both keys were kept in one register, which store reads before it is set
program register_read_between
engine e inflight 3
param n
memory mem
buffer wide at mem[128, 160)
buffer narrow at mem[128, 160)

for i in n..4 {
  for j in -1..1 {
    e load -> wide
    e store narrow ->
  }
}

program ring_reentry

param m, n
buffer x[3], y

for o in 0..m {
}

program own_results_in_flight

param n
buffer x[2]

while load x[1 % 2] {
}

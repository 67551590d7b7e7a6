program phases

param n
buffer x, y

while load x {
}

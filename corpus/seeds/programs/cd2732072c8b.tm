program phases

engine act
param n
buffer x, y, z

while load z {
}
act exp y -> z

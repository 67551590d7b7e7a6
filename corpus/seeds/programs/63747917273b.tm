program phases

engine act, dve
param n
buffer x, y

left: act exp y -> x
right: dve scale x -> y
while load x {
}

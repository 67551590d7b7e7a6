program later

engine act, dve
buffer x, y, z

one: act exp -> x
act op z -> z
two: dve scale -> y
while load x {
  three: act exp -> z
}
while load z {
}

program later

engine act, dve
buffer x, y, z

act op x -> x
if 1 < 2 {
  two: dve scale -> y
}
three: act exp -> z

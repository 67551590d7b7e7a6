program later

engine act, dve
buffer x, y, z

act op x -> x
if 1 < 2 {
  one: act exp -> x
  two: dve scale -> y
}

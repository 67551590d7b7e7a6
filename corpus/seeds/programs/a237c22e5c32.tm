program later

engine act
buffer x, y, z

act op x -> x
if 1 < 2 {
  one: act exp -> x
}
three: act exp -> z

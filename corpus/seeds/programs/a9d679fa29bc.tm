program branch

engine pe
param p, q
buffer x, y, z

if p {
  first: pe add x -> y
}
if q {
  second: pe max x -> y
}
third: pe copy z -> z

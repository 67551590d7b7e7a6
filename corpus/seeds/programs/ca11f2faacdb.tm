program random

engine e1
param n0, n1
buffer b0, b1, b2, b3, b4[2], x[3]

while load x[-1 % 2] {
}
while load b0 {
}
e1 op -> b4[1]

program p

engine e1
param m, n
buffer b, c, b1[2]

e1 mul b1[0] ->
while load c {
}

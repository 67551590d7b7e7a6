program prologue_loop_epilogue

param m, n
buffer b, c

while load c {
}

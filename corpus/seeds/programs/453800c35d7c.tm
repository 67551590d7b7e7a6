program prologue_loop_epilogue

param m, n
buffer b, c

if (m + 3) % 2 <= 0 {
}

program prologue_loop_epilogue

param m
buffer b, c, x[2], length, y, a[2], z


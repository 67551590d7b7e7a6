program nest

param m, n
buffer w, y


program one_slot

param n
buffer x, y


# Three instructions in a chain over two engines.
# why: two waits for one, three for two.
# from: hand-written, for the streams beside it
program later_dependent
engine act, dve
buffer x, y, z

one: act exp -> x
two: dve scale x -> y
three: act exp y -> z

# Three instructions of which none depends on another.
# expect: none exact
# why: nothing.
# from: hand-written, for the streams beside it
program later
engine act, dve
buffer x, y, z

one: act exp -> x
two: dve scale -> y
three: act exp -> z

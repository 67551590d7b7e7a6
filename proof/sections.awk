# Fails on a Variable or Hypothesis outside a section: that would be an axiom.
FNR == 1 { depth = 0 }
/^[ \t]*Section [A-Za-z0-9_]+\./ { depth++ }
/^[ \t]*End [A-Za-z0-9_]+\./ { depth-- }
/^[ \t]*(Variable|Variables|Hypothesis|Hypotheses|Context)[ \t{]/ && depth == 0 {
  print FILENAME ":" FNR ": assumed outside a section: " $0
  bad = 1
}
END { exit bad }

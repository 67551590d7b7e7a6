# What must not be in the proofs. Says where and fails on
# - a word that assumes or leaves open, or switches a check of Coq off, comments included;
# - a Variable or Hypothesis outside a section: that would be an axiom;
# - a proof of more than a screen (40 lines) without a comment in it or on top of it.
#
#   awk -f scan.awk FILE.v ...
function complain(what) {
  print FILENAME ":" FNR ": " what ": " $0
  bad = 1
}

FNR == 1 { depth = 0; in_proof = 0; comment = 0 }

/(^|[^A-Za-z_])(Axioms?|Parameters?|Conjecture|Admitted|admit|give_up|bypass_check)($|[^A-Za-z_])/ {
  complain("assumed or left open")
}
/Unset (Guard|Positivity|Universe) Checking/ { complain("a check switched off") }

/^[ \t]*Section [A-Za-z0-9_]+\./ { depth++ }
/^[ \t]*End [A-Za-z0-9_]+\./ { depth-- }
/^[ \t]*(Variables?|Hypothesis|Hypotheses|Context)[ \t{]/ && depth == 0 {
  complain("assumed outside a section")
}

# [comment]: the line of the last one; a statement may stand between it and its proof.
/^(Lemma|Theorem|Example|Definition|Fixpoint)/ { told = comment && FNR - comment <= 1 }
/\(\*/ { in_comment = 1 }
in_comment { comment = FNR; if (in_proof) told = 1 }
/\*\)/ { in_comment = 0 }
/^Proof/ { in_proof = FNR }
/(^|[ \t])(Qed|Defined)\./ {
  if (in_proof && FNR - in_proof > 40 && !told) complain("a long proof without a plan")
  in_proof = 0
}

END { exit bad }

#!/bin/sh
# scan.awk finds what it is for: each seed, in a copy of a file of the proof, is reported,
# and the file without it is not.   scan_test.sh
set -eu
cd "$(dirname "$0")"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

seeds=0
expect() { # what scan.awk exits with, for the file with a seed at its end
  { cat System.v; printf '%b\n' "$2"; } > "$copy/Seeded.v"
  found=0
  awk -f scan.awk "$copy/Seeded.v" > "$copy/said" || found=$?
  if [ "$found" -ne "$1" ]; then
    echo "scan.awk exits with $found, not $1, for: $2"
    cat "$copy/said"
    exit 1
  fi
  seeds=$((seeds + $1))
}

long=$(printf 'idtac.\\n%.0s' $(seq 41))
expect 0 '(* nothing *)'
expect 0 "(** Why. *)\nLemma long : True.\nProof.\n${long}exact I. Qed."
expect 0 'Section Open.\nVariable x : False.\nEnd Open.'
expect 1 'Axiom choice : False.'
expect 1 '  #[local] Axiom choice : False.'
expect 1 'Axioms a b : False.'
expect 1 'Parameter x : False.'
expect 1 'Local Parameters x y : False.'
expect 1 'Conjecture c : False.'
expect 1 'Lemma open : False. Proof. Admitted.'
expect 1 'Lemma open : False. Proof. admit. Admitted.'
expect 1 'Lemma open : False. Proof. now (admit). Defined.'
expect 1 'Lemma open : False. Proof. give_up. Qed.'
expect 1 'Unset Guard Checking.'
expect 1 '#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.'
expect 1 'Variable x : False.'
expect 1 'Section A.\nEnd A.\nHypothesis x : False.'
expect 1 "Lemma long : True.\nProof.\n${long}exact I. Qed."
echo "scan: each of $seeds seeds found"

// Tidemark as a library: `find_package(tidemark)`, link `tidemark::tidemark`.
//
// Values in, values out:
//   parse_program, parse_streams   text -> Program, Streams       core/text/parse.h
//   finish                         a Program built in memory      core/ir/finish.h
//   print                          Program, Streams -> text       core/text/print.h
//   synchronize                    Program -> Streams             core/sync/synchronizer.h
//   check, check_runs              Streams -> verdict, witness    checker/check.h
//   draw                           a witness as text              checker/draw_witness.h
// Nothing is global, every limit is an argument, and every function is safe to call from
// several threads on different objects. Bad input comes back as Diagnostics, what is wrong
// with streams as a verdict; nothing throws on purpose.
#pragma once

#include "checker/check.h"
#include "checker/draw_witness.h"
#include "core/ir/diagnostic.h"
#include "core/ir/finish.h"
#include "core/ir/match.h"
#include "core/ir/program.h"
#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "core/run/sequential_run.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"

import Measuring

let queryParts = [
  Part("queries-rows", of: "Live queries", "one row among 1k to 1M, against SQLite's own write") {
    try await measureRows(&$0)
  },
  Part("queries-many", of: "Live queries", "several queries, groups, windows, guards") {
    try await measureFiveQueries(&$0)
    try await measureGroups(&$0)
    try await measureWindow(&$0)
    try await measureGuards(&$0)
  },
  Part("queries-fill", of: "Live queries", "the first result of 100k rows, against sqlite3") {
    try await measureFill(&$0)
  },
  Part("queries-grdb", of: "Live queries", "one row of 10k, against GRDB and the stdlib") {
    try await measureObservation(&$0)
  },
]

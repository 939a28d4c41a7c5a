// Measures: what live queries cost beyond SQLite's own writes, and what they cost to fill.
// Why: a changed row must cost the same among a million rows as among a thousand.
// Expected: a few microseconds a row, and a logarithm of the number of rows.
// Command: swift run -c release --package-path Benchmarks QueryBenchmarks [part ...]
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation

let parts = Set(CommandLine.arguments.dropFirst())
func isAsked(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

if isAsked("row") { try measureRows() }
if isAsked("queries") { try measureQueries() }
if isAsked("group") { try measureGroups() }
if isAsked("window") { try measureWindow() }
if isAsked("index") { try measureIndex() }
if isAsked("fill") { try measureFill() }
if isAsked("grdb") { try measureRefetching() }

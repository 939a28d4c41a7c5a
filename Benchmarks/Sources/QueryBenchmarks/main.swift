// Measures: what live queries cost beyond SQLite's own writes, and what they cost to fill.
// Why: a changed row must cost the same among a million rows as among a thousand.
// Expected: a few microseconds a row, and a logarithm of the number of rows.
// Command: swift run -c release --package-path Benchmarks QueryBenchmarks [--quick] [part ...]
//
// The part `spin` measures nothing: it runs changes of one kind, size and number of rows for a
// profiler to watch, for example `--kind order --sizes 1000000 --rows 1 spin`.
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation

let options = Options(CommandLine.arguments.dropFirst())

if options.asks(for: "row") { try measureRows() }
if options.asks(for: "queries") { try measureQueries() }
if options.asks(for: "group") { try measureGroups() }
if options.asks(for: "window") { try measureWindow() }
if options.asks(for: "index") { try measureIndex() }
if options.asks(for: "fill") { try measureFill() }
if options.asks(for: "grdb") { try measureRefetching() }
if options.parts.contains("spin") { try spin() }

// Measures: nothing; repeats one kind of change for a profiler to watch.
// Why: what a profiler shows should be the change, and not what stands around it.
// Expected: the filling of the store, and then nothing but changes.
// Command: perf record -g Benchmarks/.build/release/bench --portion profile-move-1M
import FeedDefinition
import FeedEngine
import FeedSnapshots
import Measuring

let profileParts = changeProfiles + rowProfiles + [rankProfile, minuteProfile]

/// The sportsbook's minute in memory, as often as a profiler needs it; opening the feed is a tenth of it.
private let minuteProfile = Part("profile-minute", of: "Profiles", "the sportsbook's minute") {
  sheet in
  let lines = try Repository.lines(of: "fixtures/sportsbook/updates.jsonl")
  let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
  for run in 0..<10 {
    let engine = try FeedEngine(feed: feed)
    let time = try await Stopwatch.processor.time {
      for (index, line) in lines.enumerated() {
        _ = try await engine.apply(FixtureLine(line, fixture: "updates.jsonl", line: index + 1))
      }
    }
    if run == 9 { progress("a message: \(Quantity(time / Double(lines.count), .nanoseconds))") }
  }
  sheet.count("the sportsbook's minute", .count(Double(10 * lines.count)))
}

private let rankProfile = Part("profile-rank", of: "Profiles", "a sport's rank") { sheet in
  let live = try rankedLive(events: 100_000)
  for run in 0..<100 {
    let time = try Stopwatch.processor.measure {
      try live.run(commits: 1000, rows: 1, events: 50, run: run)
    }
    if run == 99 { progress("a sport's rank: \(Quantity(time / 1000, .nanoseconds))") }
  }
  sheet.count("a sport's rank", .count(100_000))
}

private let changeProfiles = ScaledChange.all.flatMap { change in
  [1000, 10_000, 100_000, 1_000_000].map { events in
    Part("profile-\(change.name)-\(size(events))", of: "Profiles", change.title) { sheet in
      let engine = try FeedEngine(feed: ScaledFeed.feed(events: events))
      for run in 0..<100 {
        let messages = change.messages(run, count: 1000, events: events)
        let time = try await Stopwatch.processor.time {
          for (index, message) in messages.enumerated() {
            let line = FixtureLine(message, fixture: "profile.jsonl", line: run * 1000 + index + 1)
            _ = try await engine.apply(line)
          }
        }
        if run == 99 { progress("\(change.title): \(Quantity(time / 1000, .nanoseconds))") }
      }
      sheet.count(change.title, .count(100_000))
    }
  }
}

private let rowProfiles = rowStatements.flatMap { statement in
  [1, 100].flatMap { rows in
    [1000, 10_000, 100_000, 1_000_000].map { events in
      let name = "\(statement.name)-\(rows)-\(size(events))"
      return Part("profile-\(name)", of: "Profiles", "one row's \(statement.name), by \(rows)") {
        sheet in
        let live = try LiveWrites(EventTables.queries(events: events), statement.sql)
        for run in 0..<50 {
          let time = try Stopwatch.processor.measure {
            try live.run(commits: 2000 / rows, rows: rows, events: events, run: run)
          }
          if run == 49 { progress("\(name): \(Quantity(time / 2000, .nanoseconds))") }
        }
        sheet.count("one row's \(statement.name), by \(rows)", .count(100_000))
      }
    }
  }
}

import FeedReplay
import FeedTerminal

extension FixtureEntry {
  /// The line as the cause of a version: `updates.jsonl:5, at 1.5 s`, the round, and the time in the message.
  var cause: VersionCause {
    let file = fixture.name == "-" ? "-" : fixture.path.split(separator: "/").last ?? "-"
    let seconds = (at * 1_000).rounded() / 1_000
    let text = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    return VersionCause(
      "\(file):\(line), at \(text) s" + (round > 1 ? ", round \(round)" : ""),
      time: time.text
    )
  }
}

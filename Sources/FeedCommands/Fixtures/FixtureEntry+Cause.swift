import FeedReplay

extension FixtureEntry {
  /// The line as the cause of a version: `updates.jsonl:5, at 1.5 s`, and the round.
  var cause: String {
    let file = fixture.name == "-" ? "-" : fixture.path.split(separator: "/").last ?? "-"
    let seconds = (at * 1_000).rounded() / 1_000
    let time = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    return "\(file):\(line), at \(time) s" + (round > 1 ? ", round \(round)" : "")
  }
}

import FeedReplay

extension FixtureMerge {
  /// Reports the files that are not played from their beginning.
  func tellResumptions() {
    for resumption in resumptions { Console.error(resumption.description) }
  }
}

extension FixturePlayer {
  /// Reports that another program has played some of the lines.
  func tellOthers() {
    guard overtaken > 0 else { return }
    Console.error("another program was playing too; the lines that it had played were skipped")
  }
}

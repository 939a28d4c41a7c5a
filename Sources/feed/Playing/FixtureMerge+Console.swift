import FeedReplay

extension FixtureMerge {
  /// Tells on standard error which files are not played from their beginning.
  func tellResumptions() {
    for resumption in resumptions { Console.error(resumption.description) }
  }
}

extension FixturePlayer {
  /// Tells on standard error that another program has played some of the lines.
  func tellOthers() {
    guard overtaken > 0 else { return }
    Console.error("another program was playing too; what it had played was passed over")
  }
}

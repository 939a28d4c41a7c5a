import CBuild

/// Which program this is.
enum FeedVersion {
  /// The version of the release, or of the next one.
  static let number = "0.2.0"

  /// The version, and the commit where the build names it, as `Scripts/build-release` does.
  static var text: String { FEED_COMMIT.isEmpty ? number : "\(number) (\(FEED_COMMIT))" }
}

import CBuild

/// Which program this is.
enum FeedVersion {
  /// The version of the release, and `-dev` behind it until it is out.
  static let number = "0.2.0-dev"

  /// The version, and the commit if the build was told of it, as that of a release is.
  static var text: String { FEED_COMMIT.isEmpty ? number : "\(number) (\(FEED_COMMIT))" }
}

import CSupport

/// The version of this program.
package enum FeedVersion {
  /// The number of the release, or of the next one.
  static let number = "0.2.0"

  /// The version, and the commit if the build names it, as `Scripts/build-release` does.
  package static var text: String { FEED_COMMIT.isEmpty ? number : "\(number) (\(FEED_COMMIT))" }
}

import FeedWire
public import Foundation

/// The rules for reading the feed; without any, everyone may read.
///
/// A client that satisfies one of the rules may read.
public struct ReadingRules: Sendable {
  /// A token whose holders may read everything.
  public var token: BearerToken?
  /// The keys of the JSON Web Tokens whose claims say what their holders may read.
  public var keys: TokenKeys?
  /// The application that is asked with each request.
  public var application: URL?

  /// Creates rules that let everyone read.
  public init() {}

  /// Whether everyone may read.
  var isOpen: Bool { token == nil && keys == nil && application == nil }
}

/// The right of a client to read sections.
struct ReadRight: Hashable, Sendable {
  /// The view of all sections that the client may read.
  var sections = FeedView.all
  /// The end of the right; `nil` for an unlimited time.
  var end: Date?

  static let everything = ReadRight()
}

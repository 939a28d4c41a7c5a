/// The reason why a file cannot be watched.
package struct FileNotifierError: Error, Hashable, Sendable {
  /// A description of the error.
  package let message: String
  /// A suggested correction.
  package let hint: String
}

/// Why a file cannot be watched.
package struct FileNotifierError: Error, Hashable, Sendable {
  /// What is wrong.
  package let message: String
  /// The one likely remedy.
  package let hint: String
}

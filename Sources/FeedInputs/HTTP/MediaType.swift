import Foundation

/// Returns the media type of a header `Content-Type` in lower case, without parameters.
///
/// Media types are case-insensitive (RFC 9110, 8.3.1).
///
/// - Returns: The type, such as `text/plain`; empty if it is missing.
func mediaType(_ header: String) -> String {
  header.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
}

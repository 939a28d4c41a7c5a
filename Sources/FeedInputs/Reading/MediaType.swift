import Foundation

/// The type and the subtype of a header `Content-Type`, in small letters, without its parameters.
///
/// They are compared without regard to case (RFC 9110, 8.3.1).
///
/// - Parameter header: The value of the header.
/// - Returns: The type, as `text/plain`; empty if the header names none.
func mediaType(_ header: String) -> String {
  header.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
}

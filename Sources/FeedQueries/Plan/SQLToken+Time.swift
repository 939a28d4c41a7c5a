import FeedStore

extension SQLToken {
  /// The parameter that `:now` becomes.
  ///
  /// SQLite numbers parameters with a name as they come, so that a name could get the number of a
  /// key's value; this number is beyond all of ours.
  static let timeParameter = "?64"

  /// Gives the time of a fragment its number.
  ///
  /// - Parameter sql: The fragment, in which `:now` is the only parameter.
  /// - Returns: The fragment with the number in the name's place.
  static func numberingTime(in sql: String) -> String {
    var result = ""
    var position = 0
    let bytes = Array(sql.utf8)
    for token in tokens(of: sql) where token.kind == .parameter && token.text == ":now" {
      result += String(decoding: bytes[position..<token.offset], as: UTF8.self) + timeParameter
      position = token.end
    }
    return result + String(decoding: bytes[position...], as: UTF8.self)
  }
}

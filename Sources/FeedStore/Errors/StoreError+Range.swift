extension StoreError {
  /// Checks a number of JSON that SQLite has read as a real.
  ///
  /// - Parameter isInteger: Whether it is written without fraction and exponent: then 64 bits
  ///   cannot hold it.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/outOfRange``.
  package static func checkRange(
    _ value: Double,
    isInteger: Bool,
    at place: @autoclosure () -> String
  ) throws(StoreError) {
    if isInteger {
      throw StoreError(
        .outOfRange,
        "the integer at \(place()) does not fit into 64 bits",
        hint: "write it as a text, or with a decimal point if it need not be exact"
      )
    }
    if !value.isFinite {
      throw StoreError(
        .outOfRange,
        "the number at \(place()) is larger than any that can be stored",
        hint: "the largest is about 1.8e308"
      )
    }
  }
}

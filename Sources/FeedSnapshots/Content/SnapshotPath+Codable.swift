extension SnapshotPath: Codable {
  /// Reads a pair of numbers.
  ///
  /// - Parameter decoder: The decoder of a pair such as `[2,14]`.
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  /// Writes a pair of numbers.
  ///
  /// - Parameter encoder: The encoder of a pair such as `[2,14]`.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}

extension SnapshotPath: Codable {
  /// Reads a pair of numbers.
  ///
  /// - Parameter decoder: Where to read it: `[2,14]`.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  /// Writes a pair of numbers.
  ///
  /// - Parameter encoder: Where to write it: `[2,14]`.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}

extension LayoutDimension {
  /// Reads a length from JSON: tagged, a bare number of points, or a short form.
  init(from decoder: any Decoder, axis: Axis) throws {
    let path = decoder.codingPath.map(\.wireName)
    if let number = try? decoder.singleValueContainer().decode(Double.self) {
      self = .absolute(try WireNumber.checked(number, path: path))
      return
    }
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      do {
        self = try LayoutDimension(shorthand: text, axis: axis)
      } catch {
        throw LayoutError(error.code, error.message, hint: error.hint, path: path)
      }
      return
    }
    let known = [
      "fractionalWidth", "fractionalHeight", "absolute", "estimated", "uniformAcrossSiblings",
    ]
    let fields = try WireFields(decoder, known: known)
    guard let tag = fields.keys.first, fields.keys.count == 1, known.contains(tag) else {
      throw LayoutError(
        .unknownWord,
        "a length is one of its forms, not '\(fields.keys.joined(separator: ", "))'",
        hint: "known: \(known.joined(separator: ", "))",
        path: path
      )
    }
    guard let number = try fields.number(tag, in: 0...WireNumber.lengths.upperBound) else {
      throw LayoutError(.wrongType, "'\(tag)' has no number", path: path + [tag])
    }
    switch tag {
    case "fractionalWidth": self = .fractionalWidth(number)
    case "fractionalHeight": self = .fractionalHeight(number)
    case "absolute": self = .absolute(number)
    case "estimated": self = .estimated(number)
    default: self = .uniformAcrossSiblings(estimate: number)
    }
  }
}

/// The width of a declared size.
struct WireWidth: Decodable {
  let dimension: LayoutDimension
  init(from decoder: any Decoder) throws {
    dimension = try LayoutDimension(from: decoder, axis: .horizontal)
  }
}

/// The height of a declared size.
struct WireHeight: Decodable {
  let dimension: LayoutDimension
  init(from decoder: any Decoder) throws {
    dimension = try LayoutDimension(from: decoder, axis: .vertical)
  }
}

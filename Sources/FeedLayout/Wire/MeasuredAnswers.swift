/// The measured sizes of cells and boundary items, in JSON.
public struct MeasuredAnswers: Hashable, Sendable {
  /// The widths of cells by section, in the order of the items; nothing for one that cannot say.
  public var cellWidths: [Int: [Double?]]
  /// The heights of cells by section, in the order of the items; nothing for one that cannot say.
  public var cellHeights: [Int: [Double?]]
  /// The widths of boundary items by kind.
  public var supplementaryWidths: [String: Double]
  /// The heights of boundary items by kind.
  public var supplementaryHeights: [String: Double]

  /// Collects measured sizes; sizes that are not given are unknown.
  ///
  /// - Parameters:
  ///   - cellWidths: The widths of cells by section.
  ///   - cellHeights: The heights of cells by section.
  public init(
    cellWidths: [Int: [Double?]] = [:],
    cellHeights: [Int: [Double?]] = [:],
    supplementaryWidths: [String: Double] = [:],
    supplementaryHeights: [String: Double] = [:]
  ) {
    self.cellWidths = cellWidths
    self.cellHeights = cellHeights
    self.supplementaryWidths = supplementaryWidths
    self.supplementaryHeights = supplementaryHeights
  }

  /// Whether no size is known.
  public var isEmpty: Bool {
    cellWidths.isEmpty && cellHeights.isEmpty && supplementaryWidths.isEmpty
      && supplementaryHeights.isEmpty
  }

  /// Answers how large an element is.
  ///
  /// - Returns: The known size, in which an unknown length is NaN; `nil` if no length is known.
  public func answer(_ request: MeasuringRequest) -> Extent? {
    switch request.element {
    case .cell(let section, let item):
      Extent(
        width: Self.length(cellWidths, section, item),
        height: Self.length(cellHeights, section, item)
      )
    case .supplementary(let kind, _, _), .layoutSupplementary(let kind, _):
      Extent(
        width: supplementaryWidths[kind] ?? .nan,
        height: supplementaryHeights[kind] ?? .nan
      )
    case .decoration: nil
    }
  }

  private static func length(_ lengths: [Int: [Double?]], _ section: Int, _ item: Int) -> Double {
    guard let lengths = lengths[section], item < lengths.count else { return .nan }
    return lengths[item] ?? .nan
  }
}

extension MeasuredAnswers: Decodable {
  /// Reads what is answered.
  ///
  /// - Throws: ``LayoutError`` or a decoding error if a length cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["cellWidths", "cellHeights", "supplementaryWidths", "supplementaryHeights"]
    )
    func cells(_ key: String) throws -> [Int: [Double?]] {
      var cells: [Int: [Double?]] = [:]
      for (name, lengths) in try fields.value(key, as: [String: [Double?]].self) ?? [:] {
        guard let section = Int(name) else {
          throw LayoutError(
            .badNumber,
            "there is no section '\(name)'",
            path: fields.path(WireKey(key)) + [name]
          )
        }
        for length in lengths {
          guard let length else { continue }
          _ = try WireNumber.checked(
            length,
            in: 0...WireNumber.lengths.upperBound,
            path: fields.path(WireKey(key)) + [name]
          )
        }
        cells[section] = lengths
      }
      return cells
    }
    self.init(
      cellWidths: try cells("cellWidths"),
      cellHeights: try cells("cellHeights"),
      supplementaryWidths: try fields.value("supplementaryWidths") ?? [:],
      supplementaryHeights: try fields.value("supplementaryHeights") ?? [:]
    )
  }
}

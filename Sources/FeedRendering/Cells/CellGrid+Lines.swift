extension CellGrid {
  /// The lines as text, without the spaces at their ends.
  public var text: String { String(decoding: bytes(.none), as: UTF8.self) }

  /// The lines as UTF-8, without the spaces at their ends.
  ///
  /// - Parameters:
  ///   - depth: The colours. With any, escape sequences say how the text stands out, and each line is
  ///     complete in itself.
  ///   - isASCII: Whether the terminal shows ASCII alone.
  /// - Returns: The bytes; each line ends with a line feed.
  public func bytes(
    _ depth: ColorDepth,
    theme: Theme = .dark,
    isASCII: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count + lines)
    for line in 0..<lines {
      let start = line * columns
      var end = start + columns
      while end > start, !cells[end - 1].isSeen { end -= 1 }
      var style = CellStyle.plain
      for index in start..<end {
        let cell = cells[index]
        guard cell.width > 0 else { continue }
        if depth != .none, cell.style != style {
          if style != .plain { bytes.append(contentsOf: Self.reset) }
          style = cell.style
          let parameters = style.parameters(depth, theme)
          if !parameters.isEmpty { bytes.append(contentsOf: "\u{1B}[\(parameters)m".utf8) }
        }
        if isASCII {
          bytes.append(contentsOf: ASCIIText.text(self.cell(at: index)).utf8)
        } else if let place = cell.glyph.place {
          bytes.append(contentsOf: clusters[place].utf8)
        } else {
          cell.glyph.write(to: &bytes)
        }
      }
      if style != .plain { bytes.append(contentsOf: Self.reset) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static let reset = Array("\u{1B}[0m".utf8)
}

extension CellGrid.Stored {
  /// Whether the cell shows anything: a space that is underlined or reversed does.
  fileprivate var isSeen: Bool {
    (glyph != .space && width > 0) || style.isReversed || style.isUnderlined
  }
}

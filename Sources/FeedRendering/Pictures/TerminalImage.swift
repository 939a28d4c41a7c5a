/// A picture that a terminal draws by itself, in the form in which it takes it.
package struct TerminalImage: Hashable, Sendable {
  /// How a terminal takes pictures.
  package enum Form: Hashable, Sendable {
    /// Kitty's: sent once by its number, and then placed as often as wanted.
    case kitty(Kitty)
    /// iTerm2's: the file, sent each time that it is shown.
    case inline(bytes: Int)
    /// Sixels, sent each time that it is shown.
    case sixel
  }

  /// What kitty is told of a picture.
  package struct Kitty: Hashable, Sendable {
    /// 100 for a PNG file, 24 for three bytes a point.
    package var format: Int
    package var width: Int
    package var height: Int
    /// The part that is shown, in points of the picture.
    package var x = 0
    package var y = 0
    package var shownWidth: Int
    package var shownHeight: Int

    /// All of a picture of three bytes a point.
    package init(width: Int, height: Int) {
      (format, self.width, self.height) = (24, width, height)
      (shownWidth, shownHeight) = (width, height)
    }

    /// The middle of a PNG file, as much of it as has a shape.
    package init(png width: Int, _ height: Int, shape: (width: Int, height: Int)) {
      (format, self.width, self.height) = (100, width, height)
      let scale = min(
        Double(width) / Double(shape.width),
        Double(height) / Double(shape.height)
      )
      shownWidth = max(Int(scale * Double(shape.width)), 1)
      shownHeight = max(Int(scale * Double(shape.height)), 1)
      (x, y) = ((width - shownWidth) / 2, (height - shownHeight) / 2)
    }
  }

  /// The number by which the terminal knows it; no two pictures have the same.
  package let id: Int
  package let form: Form
  /// The bytes of the picture in Base64, or the whole sequence of sixels.
  private let data: [UInt8]

  package init(id: Int, _ form: Form, base64 data: [UInt8]) {
    (self.id, self.form, self.data) = (id, form, data)
  }

  /// A picture of three bytes a point, in the size in which it is shown.
  package init(id: Int, sixelsOf points: [UInt8], width: Int, height: Int) {
    (self.id, form) = (id, .sixel)
    data = Sixel.sequence(width: width, height: height, points: points)
  }

  package static func == (lhs: TerminalImage, rhs: TerminalImage) -> Bool { lhs.id == rhs.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

// MARK: - Escape sequences

extension TerminalImage {
  /// The most bytes of Base64 in one sequence of kitty's.
  private static let chunk = 4_096

  /// Takes all pictures of kitty's off the screen and out of its memory.
  static let forgetAll = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

  /// Whether the terminal keeps the picture, so that it is sent once: kitty does.
  var isKept: Bool { if case .kitty = form { true } else { false } }

  /// The bytes that are sent once, before the picture is placed, where the terminal keeps it.
  ///
  /// The terminal is told not to answer: its answers would come among the keys.
  var transmission: [UInt8] {
    guard case .kitty(let kitty) = form else { return [] }
    var bytes: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + Self.chunk, data.count)
      let more = end < data.count ? 1 : 0
      let head =
        start == 0
        ? "a=t,q=2,i=\(id),f=\(kitty.format),s=\(kitty.width),v=\(kitty.height),m=\(more)"
        : "q=2,m=\(more)"
      bytes += Array("\u{1B}_G\(head);".utf8) + data[start..<end] + Array("\u{1B}\\".utf8)
      start = end
    } while start < data.count
    return bytes
  }

  /// The bytes that show the picture from the cursor on.
  func placement(_ place: PlacedImage) -> [UInt8] {
    let (columns, lines) = (place.columns.count, place.lines.count)
    switch form {
    case .kitty(let kitty):
      let part = "x=\(kitty.x),y=\(kitty.y),w=\(kitty.shownWidth),h=\(kitty.shownHeight)"
      let size = "c=\(columns),r=\(lines),C=1"
      return Array("\u{1B}_Ga=p,q=2,i=\(id),p=\(place.placement),\(part),\(size)\u{1B}\\".utf8)
    case .inline(let count):
      let head =
        "inline=1;size=\(count);width=\(columns);height=\(lines);preserveAspectRatio=1;doNotMoveCursor=1"
      return Array("\u{1B}]1337;File=\(head):".utf8) + data + [0x07]
    case .sixel: return data
    }
  }

  /// The bytes that take the picture away again; elsewhere than in kitty the next text does so.
  func removal(_ place: PlacedImage) -> [UInt8] {
    guard case .kitty = form else { return [] }
    return Array("\u{1B}_Ga=d,d=i,q=2,i=\(id),p=\(place.placement)\u{1B}\\".utf8)
  }
}

import FeedModel

/// A line of a fixture in the making: JSON built from integers and texts, byte for byte the same
/// everywhere.
struct JSONLine {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ key: String? = nil, _ body: (inout JSONLine) -> Void) {
    nest("{", "}", key, body)
  }

  mutating func array(_ key: String? = nil, _ body: (inout JSONLine) -> Void) {
    nest("[", "]", key, body)
  }

  mutating func integer(_ key: String? = nil, _ value: Int) {
    begin(key)
    append(String(value))
  }

  /// Writes a number that is written already.
  mutating func number(_ key: String? = nil, _ digits: String) {
    begin(key)
    append(digits)
  }

  mutating func text(_ key: String? = nil, _ value: String) {
    begin(key)
    quote(value)
  }

  mutating func null(_ key: String? = nil) {
    begin(key)
    append("null")
  }

  /// Writes a fraction in decimal, with all its places: 235 hundredths are `2.35`.
  mutating func decimal(_ key: String? = nil, _ value: Int, places: Int) {
    begin(key)
    let digits = String(value)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    append(padded.dropLast(places) + "." + padded.suffix(places))
  }

  mutating func end() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func nest(
    _ opening: String,
    _ closing: String,
    _ key: String?,
    _ body: (inout JSONLine) -> Void
  ) {
    begin(key)
    append(opening)
    needsComma = false
    body(&self)
    append(closing)
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { append(",") }
    needsComma = true
    guard let key else { return }
    quote(key)
    append(":")
  }

  private mutating func quote(_ string: String) {
    append("\"")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  private mutating func append(_ string: some StringProtocol) { bytes += Array(string.utf8) }
}

extension JSONLine {
  /// Writes the list of the document; the caller writes the object around it.
  ///
  /// The picture of an ad has the ad's id.
  mutating func write(_ ads: [SportsbookAd]) {
    array("ads") { line in
      for ad in ads {
        line.object { line in
          line.text("id", ad.id)
          line.text("title", ad.title)
          line.text("text", ad.text)
          line.text("image", "\(ad.id).png")
          line.text("link", "https://ads.example/\(ad.id)")
        }
      }
    }
  }
}

extension JSONLine {
  /// Writes a line of a fixture.
  ///
  /// - Parameter milliseconds: The time after the start of the fixture; `nil` for a line without a
  ///   time.
  mutating func write(_ message: WorkloadMessage, at milliseconds: Int? = nil) {
    object { line in
      if let milliseconds { line.decimal("at", milliseconds, places: 3) }
      if !message.upserts.isEmpty {
        line.object("upsert") { line in
          for (table, rows) in message.upserts { line.rows(table, rows) }
        }
      }
      if !message.deletes.isEmpty {
        line.object("delete") { line in
          for (table, keys) in message.deletes {
            line.array(table) { line in
              for key in keys { line.integer(nil, key) }
            }
          }
        }
      }
      if let ads = message.ads {
        line.object("document") { line in
          line.object("ads") { line in line.write(ads) }
        }
      }
    }
    end()
  }

  private mutating func rows(_ table: String, _ rows: [WorkloadMessage.Row]) {
    array(table) { line in
      for row in rows {
        line.object { line in
          for (column, value) in row { line.field(column, value) }
        }
      }
    }
  }

  mutating func field(_ column: String, _ value: WorkloadMessage.Field) {
    switch value {
    case .integer(let value): integer(column, value)
    case .text(let value): text(column, value)
    case .price(let hundredths): decimal(column, hundredths, places: 2)
    case .null: null(column)
    }
  }
}

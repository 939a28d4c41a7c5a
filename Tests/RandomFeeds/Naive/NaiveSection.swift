/// A section as it must be, or as a feed shows it, in plain values.
struct NaiveSection: Equatable {
  var declaration: String
  /// The key of its group, of those that compare equal the one that stands for all.
  var group: Datum?
  var title: [UInt8]?
  var items: [NaiveItem] = []
}

/// An item as it must be, or as a feed shows it, in plain values.
struct NaiveItem: Equatable {
  var id: NaiveID
  var content: [String: Datum]
}

/// The identity of an item, by the values of its key.
struct NaiveID: Hashable {
  var kind: String
  var entity: String
  /// The key, of those that compare equal the one that stands for all.
  var key: [Datum]
  var slot = 0
}

extension NaiveSection: CustomStringConvertible {
  var description: String {
    let name = declaration + (group.map { "/" + $0.sql } ?? "")
    let said = title.map { " '" + String(decoding: $0, as: UTF8.self) + "'" } ?? ""
    return "\(name)\(said)[\(items.map(\.description).joined(separator: "  "))]"
  }
}

extension NaiveItem: CustomStringConvertible {
  var description: String {
    let key = id.key.map(\.sql).joined(separator: ",")
    let slot = id.slot == 0 ? "" : "#\(id.slot)"
    let fields = content.sorted { $0.key < $1.key }.map { "\($0)=\($1.sql)" }
    return "\(id.kind):\(id.entity)/\(key)\(slot) {\(fields.joined(separator: " "))}"
  }
}

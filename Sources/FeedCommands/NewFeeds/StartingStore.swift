import FeedModel
import FeedStore

/// The origin of rows in a table of the feed's own, and the adapter that reads them again.
struct StartingStore {
  let form: StartingRows.Form
  /// The path of the list or the object in a document.
  let path: JSONPath?
  /// The rows as messages.
  let messages: [String]
  let text: StartingText

  /// The address that the feed polls; `nil` for a file, and for a form that no poll can read.
  var polled: WebAddress? {
    guard case .address(let address) = text.origin, form != .lists, form != .lines else {
      return nil
    }
    return address
  }

  /// Whether a message is a whole document, and not one of its objects.
  var isWhole: Bool { polled != nil || form == .map }

  /// The SQL of an object in a message.
  var object: String { isWhole ? "item.value" : ":message" }

  /// The origin of the objects in the SQL of an adapter; empty if each message is one.
  var items: String {
    guard isWhole else { return "" }
    if form == .object { return "(SELECT 0 AS key, :message AS value) AS item" }
    let names = path?.steps.compactMap { step in
      if case .member(let name) = step { return name }
      return nil
    }
    let list = names.map { $0.isEmpty ? ":message" : MessagePath($0).sql(in: ":message") }
    return "json_each(\(list ?? ":message")) AS item"
  }

  /// The message of the last row; `nil` if a message is a whole document.
  var lastMessage: String? { isWhole ? nil : messages.last }

  /// The origin of the rows in a comment.
  var comment: String {
    switch text.origin {
    case .address where polled != nil: "fetched every minute, and converted by the adapter"
    case .address: "copied once from the address, whose form no document can have"
    case .file: "rows of this feed's own store, which began with \(text.name.asJSON)"
    }
  }
}

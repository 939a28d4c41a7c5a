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
  /// The time of messages that are played and not copied.
  var played: StartingMessages?
  /// The keys of messages, if they were found by the values.
  var messageKeys: MessageKeys?

  /// The address that the feed polls; `nil` for a file, and for a form that no poll can read.
  var polled: WebAddress? {
    guard case .address(let address) = text.origin, form != .lists, form != .lines else {
      return nil
    }
    return address
  }

  /// The keys of the input that reads the rows in the feed file; empty if they are copied once.
  var input: [String] {
    if let stream = text.stream { return stream.address.keys(stream.key) }
    guard let address = polled else { return [] }
    return address.keys("poll") + ["every: 1m"]
      + (text.format == .json ? [] : ["format: \(text.format.rawValue)"])
  }

  /// Whether rows are the latest of many messages: those of a stream, or of a file that is played.
  var isOfMessages: Bool { text.stream != nil || played != nil }

  /// Whether a message is a whole document, and not one of its objects.
  var isWhole: Bool { polled != nil || form == .map || form == .groups }

  /// Whether a message may have several objects.
  var hasItems: Bool { isWhole || form == .messageLists }

  /// The SQL of an object in a message.
  var object: String { hasItems ? "item.value" : ":message" }

  /// The SQL of the number of an object in a whole document.
  var number: String { form == .groups ? "row_number() OVER ()" : "item.key + 1" }

  /// The origin of the objects in the SQL of an adapter; empty if each message is one.
  var items: String {
    guard hasItems else { return "" }
    if form == .object { return "(SELECT 0 AS key, :message AS value) AS item" }
    let names = path?.steps.compactMap { step in
      if case .member(let name) = step { return name }
      return nil
    }
    let list = names.map { $0.isEmpty ? ":message" : MessagePath($0).sql(in: ":message") }
    let source = "json_each(\(list ?? ":message"))"
    return form == .groups
      ? "\(source) AS section, json_each(section.value) AS item" : "\(source) AS item"
  }

  /// The message of the last row; `nil` if a message may have several rows.
  var lastMessage: String? { hasItems ? nil : messages.last }

  /// The origin of the rows in a comment.
  var comment: String {
    switch text.origin {
    case _ where played != nil:
      "the latest of the messages in \(text.name.asJSON), which are played and not copied"
    case .address where polled != nil: "fetched every minute, and converted by the adapter"
    case .address: "copied once from the address, whose form no document can have"
    case .stream where form == .messageLists: "those of the objects in each message of the stream"
    case .stream: "each from a message of the stream"
    case .file: "rows of this feed's own store, which began with \(text.name.asJSON)"
    }
  }
}

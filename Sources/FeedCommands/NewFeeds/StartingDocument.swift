import FeedModel
import FeedStore

/// A document of a new feed, which the feed reads again while it runs.
struct StartingDocument {
  let declaration: DocumentDeclaration
  let text: StartingText
  /// The file that 'feed init' writes, if the document is a copy of rows that no document can contain.
  private(set) var copy: String?

  /// Declares the document of a text.
  init(declaration: DocumentDeclaration, text: StartingText) {
    self.declaration = declaration
    self.text = text
  }

  /// Declares a document that is a copy of rows.
  ///
  /// - Parameters:
  ///   - copy: The list of the rows in JSON.
  ///   - id: The field that identifies rows.
  init(copy: String, id: String, name: String, of text: StartingText) {
    declaration = DocumentDeclaration(name: Name(name), id: id)
    self.text = text
    self.copy = copy
  }

  /// The name of the file of a copy.
  var copyName: String { "\(declaration.name).rows.json" }

  /// Whether the document is fetched from an address.
  var isFetched: Bool {
    if case .address = text.origin { return copy == nil }
    return false
  }

  /// The file that the document names outside of the feed's folder, if any.
  var file: String? {
    if case .file(let path) = text.origin, copy == nil { return path }
    return nil
  }

  /// The maximum size of a text that becomes a line to play.
  private static let mostSampleBytes = 1 << 20

  /// The text as a line to play, for a document that is fetched.
  var line: String {
    guard isFetched, text.bytes.count <= Self.mostSampleBytes,
      let sample = String(validating: text.bytes, as: UTF8.self)
    else { return "" }
    var json = JSONWriter()
    json.object { json in
      json.field("at", value: .real(0.5))
      json.key("document")
      json.object { json in json.field(declaration.name.description, value: .text(Text(sample))) }
    }
    json.endLine()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the keys of the source in the feed file.
  ///
  /// - Parameter path: Returns the path of a file for the feed file.
  func keys(_ path: (String) -> String) -> [String] {
    var keys = ["document: \(declaration.name.description.asYAML)"]
    switch text.origin {
    case _ where copy != nil: keys.append("file: \(copyName.asYAMLPath)")
    case .file(let file): keys.append("file: \(path(file).asYAMLPath)")
    case .address(let address): keys += address.keys("url") + ["every: 1m"]
    case .stream: preconditionFailure("the messages of a stream are not a document")
    }
    if declaration.format != .json { keys.append("format: \(declaration.format.rawValue)") }
    if declaration.items != .root { keys.append("items: \(declaration.items.description.asYAML)") }
    if declaration.id != "id" { keys.append("id: \(declaration.id.asYAML)") }
    return keys
  }

  /// The origin of the rows in a comment.
  var comment: String {
    switch text.origin {
    case _ where copy != nil: "a copy of \(text.name.asJSON), in a form that a document can have"
    case .file: "read again whenever the file changes"
    case .address, .stream: "fetched every minute"
    }
  }
}

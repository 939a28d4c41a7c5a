import FeedModel
import FeedReplay
package import FeedStore
import Foundation

/// The text of a source of a new feed, and its origin.
package struct StartingText {
  /// The origin of a text, from which the feed reads it again.
  enum Origin {
    case file(String)
    case address(WebAddress)
    /// A stream without end, of which only the first messages are known.
    case stream(WebAddress)
  }

  let origin: Origin
  /// The file or the address in messages.
  let name: String
  let bytes: [UInt8]
  /// The paths of files; several for logs that are played together.
  private(set) var paths: [String] = []
  private(set) var format = BodyFormat.json
  /// The first messages of a stream.
  private(set) var messages: [[UInt8]] = []
  /// Whether the text is that of a compressed file whose end is missing.
  private(set) var endsEarly = false

  /// The maximum number of bytes of a text.
  private static let mostBytes = 64 << 20

  /// Returns whether a word is an address of the web.
  static func isAddress(_ word: String) -> Bool {
    ["http://", "https://", "ws://", "wss://"].contains { word.lowercased().hasPrefix($0) }
  }

  /// Returns an address as a feed file writes it: with its scheme in small letters, and encoded blanks and braces.
  private static func encoded(_ address: String) -> String {
    let scheme = address.prefix { $0 != ":" }
    return scheme.lowercased()
      + address.dropFirst(scheme.count).replacing(/\$\{[A-Za-z0-9_]+\}|[\s{}"<>\\^`|]/) { match in
        match.output.hasPrefix("${")
          ? String(match.output)
          : match.output.utf8.map {
            ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true)
          }.joined()
      }
  }

  /// The text without a byte order mark.
  var text: String {
    get throws {
      if let form = ForeignForm(of: bytes) {
        throw Failure.badInput(
          "not-utf8",
          "'\(name)' \(form.predicate)",
          hint: form.remedy(for: name)
        )
      }
      guard var text = String(validating: bytes, as: UTF8.self) else {
        throw Failure.badInput(
          "not-utf8",
          "'\(name)' is not UTF-8 text",
          hint: "convert it, for example with iconv -f LATIN1 -t UTF-8"
        )
      }
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      return text
    }
  }

  /// The default name of the rows: that of the file, or the last word of the address.
  var rowsName: String {
    switch origin {
    case .file(let path): return Self.rowsName(ofFile: path)
    case .address(let address): return Self.rowsName(of: address.url)
    case .stream(let address): return Self.rowsName(of: address.url)
    }
  }

  private static func rowsName(of url: SecretText) -> String {
    let rest = url.written.drop { $0 != ":" }.dropFirst(3)
    let place = rest.prefix { !"?#".contains($0) }.split(separator: "/")
    // A word such as 'v1' or '7' names a version or an object, and '${KEY}' a secret.
    let words = place.dropFirst().map { Self.rowsName(ofFile: String($0)) }
    let host = place.first?.prefix { $0 != ":" }.split(separator: ".") ?? []
    return words.last { $0.wholeMatch(of: /_?v?[0-9_]+|key/) == nil }
      ?? host.dropLast().last.flatMap { Int($0) == nil ? String($0).asColumnName : nil } ?? "feed"
  }

  /// Returns the name of a file as that of a table.
  static func rowsName(ofFile path: String) -> String {
    let plain = isCompressed(path) ? String(path.dropLast(3)) : path
    let name = URL(filePath: plain).deletingPathExtension().lastPathComponent.asColumnName
    return name == "column" ? "feed" : name
  }

  /// Whether the text was fetched from an address.
  var isAddress: Bool { if case .address = origin { true } else { false } }

  /// The key of the input that reads the stream, and its address; `nil` for other origins.
  var stream: (key: String, address: WebAddress)? {
    guard case .stream(let address) = origin else { return nil }
    return (address.streamKey, address)
  }

  /// The member of the document that leads to its next page, or counts pages; `nil` if there is none.
  var memberOfPages: String? {
    guard format == .json, let data = try? text.data(using: .utf8),
      let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return nil }
    let inner = ["links", "_links", "meta", "pagination", "paging", "page_info", "pageInfo"]
    let nested = inner.lazy.compactMap { name in
      (root[name] as? [String: Any]).flatMap { Self.nextPage(in: $0).map { "\(name).\($0)" } }
    }
    return Self.nextPage(in: root) ?? nested.first
  }

  private static func nextPage(in object: [String: Any]) -> String? {
    let links = [
      "next", "next_page", "nextPage", "next_url", "nextUrl", "next_cursor", "nextCursor",
      "nextPageToken", "next_page_token", "nextLink", "@odata.nextLink",
    ]
    let more = ["has_more", "hasMore", "has_next", "hasNext", "hasNextPage", "has_next_page"]
    let counts = ["pages", "total_pages", "totalPages", "page_count", "last_page"]
    return links.first { name in
      switch object[name] {
      case nil, is NSNull: false
      case let text as String: !text.isEmpty
      case let flag as NSNumber: flag != 0
      default: true
      }
    } ?? more.first { (object[$0] as? Bool) == true }
      ?? counts.first { (object[$0] as? Int ?? 0) > 1 }
  }

  // MARK: Files

  /// Reads a file in the format given by its name, or else by its first characters.
  ///
  /// - Returns: The text, or `nil` for a database of SQLite.
  /// - Throws: ``Failure`` if the file cannot be used.
  init?(file path: String) throws {
    let (data, endsEarly) =
      try Self.isCompressed(path) ? Self.uncompressed(path) : (Self.data(path), false)
    if data.starts(with: Data("SQLite format 3\0".utf8)) { return nil }
    if ["db", "sqlite", "sqlite3"].contains(URL(filePath: path).pathExtension.lowercased()) {
      // SQLite reads an empty file as a database without tables.
      guard !data.isEmpty else { return nil }
      throw Failure.badInput(
        "not-a-database",
        "'\(path)' is not an SQLite database",
        hint: "rename a file of text to end in .csv, .json or .jsonl"
      )
    }
    guard data.count <= Self.mostBytes else {
      throw Failure.badInput(
        "too-large",
        "'\(path)' has \(data.count) bytes; \(Self.mostBytes) is the most",
        hint: "begin with a part of it, and play the rest as a recording through the adapter"
      )
    }
    (origin, name) = (.file(path), URL(filePath: path).lastPathComponent)
    (bytes, paths, self.endsEarly) = (Array(data), [path], endsEarly)
    format = Self.format(of: try text, name: name)
  }

  /// Joins the texts of files of JSON Lines.
  init(joining texts: [StartingText]) throws {
    origin = texts[0].origin
    name = texts.map(\.name).joined(separator: " and ")
    bytes = Array(try texts.map { try $0.text }.joined(separator: "\n").utf8)
    paths = texts.flatMap(\.paths)
  }

  /// Whether the text is that of a compressed file.
  var isCompressed: Bool {
    if case .file(let path) = origin { return Self.isCompressed(path) }
    return false
  }

  private static func isCompressed(_ path: String) -> Bool { path.lowercased().hasSuffix(".gz") }

  /// Decompresses a file, until it is too large.
  ///
  /// - Returns: The data, and whether its end is missing.
  private static func uncompressed(_ path: String) throws -> (data: Data, endsEarly: Bool) {
    guard let file = CompressedFile(path: path), !path.isFolder else {
      return (try data(path), false)
    }
    var data = Data()
    while data.count <= mostBytes {
      do {
        let piece = try file.read(most: 1 << 20)
        guard !piece.isEmpty else { break }
        data += piece
      } catch {
        throw Failure.badInput(
          "unreadable-file",
          "'\(path)' cannot be read: \(error.localizedDescription)",
          hint: "compress the original again"
        )
      }
    }
    return (data, file.endsEarly)
  }

  private static func data(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw Failure.badInput("unreadable-file", "'\(path)' cannot be read", hint: hint(path))
    }
  }

  /// Returns the remedy for a file that cannot be read: the nearest name in its folder.
  private static func hint(_ path: String) -> String {
    if FileManager.default.fileExists(atPath: path) {
      return path.isFolder ? "it is a folder; name the files in it" : "check its rights"
    }
    if let scheme = path.firstRange(of: "://"), !path[..<scheme.lowerBound].contains("/") {
      return
        "only http, https, ws and wss are read here; declare it under 'inputs:' of the feed file, "
        + "as Documentation/Inputs.md shows for three endpoints"
    }
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    return Suggestion.question(for: url.lastPathComponent, among: names)
      ?? "there is no such file"
  }

  /// Returns the format of a text, by the name of the file, or else by its first characters.
  private static func format(of text: String, name: String) -> BodyFormat {
    let name = isCompressed(name) ? String(name.dropLast(3)) : name
    switch URL(filePath: name).pathExtension.lowercased() {
    case "csv", "tsv", "tab": return .csv
    case "json", "jsonl", "ndjson", "geojson": return .json
    case "prom": return .prometheus
    default: break
    }
    let isMetrics = ["# HELP ", "# TYPE "].contains { text.hasPrefix($0) }
    return isMetrics ? .prometheus : isJSON(text) ? .json : .csv
  }

  /// Returns whether a text is JSON, by its first characters.
  private static func isJSON(_ text: String) -> Bool {
    let characters = text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }.prefix(2)
    guard let first = characters.first, let second = characters.dropFirst().first else {
      return false
    }
    // '[Id],[Name]' and '{id},{name}' are headers of tables.
    let isObject = first == "{" && (second == "\"" || second == "}")
    let isList = first == "[" && !second.isNameStart
    return isObject || isList || JSONPlaces.mistake(in: text) == nil
  }
}

// MARK: - Addresses

extension StartingText {
  /// Fetches a document once.
  ///
  /// - Throws: ``Failure`` with the address if it does not answer with a document that a feed could read again.
  init(address name: String, _ headers: [WebAddress.Header] = []) async throws {
    guard let url = SecretText(Self.encoded(name)), url.positionNames.isEmpty else {
      throw Self.failure(name, "it has '${' without a name and '}'", "write '${NAME}' for a secret")
    }
    let address = WebAddress(url: url, headers: headers)
    let sample = try await Network.required(for: "an address").fetch(address, name)
    (self.name, bytes, messages) = (name, sample.body, sample.messages)
    origin = messages.isEmpty ? .address(address) : .stream(address)
    guard messages.isEmpty else { return }
    let start = try text.prefix(512).drop(while: \.isWhitespace).prefix(15).lowercased()
    guard sample.type != "text/html", !start.hasPrefix("<!doctype html"), !start.hasPrefix("<html")
    else {
      throw Self.failure(
        name,
        "it answers with a page in HTML, and not with data",
        "name the address of the data, which often has /api/ in it or ends in .json or .csv"
      )
    }
    let last = name.prefix { !"?#".contains($0) }.split(separator: "/").last ?? ""
    format =
      sample.type.contains("json")
      ? .json : sample.type.contains("csv") ? .csv : Self.format(of: try text, name: String(last))
    guard format.accepts(sample.type) else {
      throw Self.failure(
        name,
        "it answers with the content type '\(sample.type.prefix(80))', which no feed fetches",
        "save it as a file and name that, or configure the source to send application/json"
      )
    }
  }

  /// Returns the error for an address that cannot be read.
  package static func failure(_ name: String, _ what: String, _ hint: String?) -> Failure {
    Failure.badInput("unreadable-address", "'\(name)' cannot be read: \(what)", hint: hint)
  }
}

extension String {
  /// Whether the path is that of a folder.
  var isFolder: Bool {
    (try? URL(filePath: self).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool { properties.isAlphabetic || self == "_" }
}

extension WebAddress {
  /// The key of an input that reads a stream from the address.
  package var streamKey: String { url.written.hasPrefix("ws") ? "websocket" : "stream" }

  /// The keys of an address in a feed file: the given key for the URL, and its headers.
  package func keys(_ key: String) -> [String] {
    let headers = headers.map { "\($0.name): \($0.value.written.asJSON)" }
    return ["\(key): \(url.written.asJSON)"]
      + (headers.isEmpty ? [] : ["headers: {\(headers.joined(separator: ", "))}"])
  }
}

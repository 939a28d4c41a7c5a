import FeedModel
import FeedStore
import Foundation

/// Reads the files that a feed file names, and reports those that cannot be read.
struct FeedFiles {
  let problems: ProblemCollector
  /// The directory of the feed file.
  let directory: String
  /// The files that the feed file may name.
  let access: FileAccess

  /// The maximum size of the fixture of an empty store, in bytes.
  private static let mostSeedBytes = 256 << 20
  /// The maximum size of a schema, in bytes.
  private static let mostSchemaBytes = 16 << 20

  func schema(in root: YAMLNode) -> SchemaReference? {
    root[\FeedKeys.store]?[\StoreKeys.schema].flatMap { text(of: $0, called: "schema") }
      .map { SchemaReference(path: $0.path, sql: $0.text) }
  }

  /// Returns the path of the database that the queries read, if the file declares an existing one.
  ///
  /// Its existence is checked when it is opened, since a command may name another store.
  func database(in root: YAMLNode) -> String? {
    root[\FeedKeys.store]?[\StoreKeys.file]?.string.flatMap { path in
      path.isEmpty ? nil : FileText.resolved(path, in: directory)
    }
  }

  /// Reads the fixture that fills an empty store.
  func seed(in root: YAMLNode) -> SeedReference? {
    root[\FeedKeys.store]?[\StoreKeys.seed].flatMap { text(of: $0, called: "seed") }
      .map { SeedReference(path: $0.path, text: $0.text) }
  }

  /// Returns the folder of pictures; a folder that does not exist yet has no pictures.
  func pictures(in root: YAMLNode) -> PictureFolder? {
    guard let node = root[\FeedKeys.pictures]?[\PictureKeys.folder], let written = node.string,
      !written.isEmpty
    else { return nil }
    var folder = PictureFolder(path: FileText.resolved(written, in: directory))
    folder.access = access
    let subject = "the folder of pictures '\(written)'"
    if !access.allows("\(folder.path)/picture") {
      problems.error(
        "unreadable-pictures",
        "\(subject) is outside the allowed folders",
        hint: "move it to the feed file's folder, or give --allow-path \(folder.path)",
        at: node.position
      )
      return nil
    }
    switch RegularFile.failure(of: folder.path, access: .anywhere) {
    case .directory: break
    case nil, .special:
      problems.error(
        "unreadable-pictures",
        "\(subject) is not a folder",
        hint: "name the folder of the pictures",
        at: node.position
      )
    case .missing, .outside, .tooLarge, .unreadable:
      problems.warning(
        "missing-pictures",
        "\(subject) does not exist",
        hint: "no picture is shown until it is there; paths are relative to the feed file",
        at: node.position
      )
    }
    return folder
  }

  /// Reads the text file that a node names.
  private func text(of node: YAMLNode, called what: String) -> (path: String, text: String)? {
    guard let path = node.string, !path.isEmpty else { return nil }
    let resolved = FileText.resolved(path, in: directory)
    let most = what == "seed" ? Self.mostSeedBytes : Self.mostSchemaBytes
    switch RegularFile.read(resolved, most: most, access: access) {
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        problems.error(
          "unreadable-\(what)",
          "the \(what) '\(path)' is not UTF-8",
          hint: "save the file as UTF-8",
          at: node.position
        )
        return nil
      }
      return (resolved, text)
    case .failure(let reason):
      problems.error(
        "unreadable-\(what)",
        "the \(what) '\(path)' \(reason.what)",
        hint: RegularFile.hint(for: reason, at: resolved),
        at: node.position
      )
      return nil
    }
  }

  /// Resolves the paths of documents; a missing file leaves its source empty.
  func resolveDocuments(of sources: inout [SourceDeclaration], in root: YAMLNode) {
    for index in sources.indices {
      guard case .document(var document, let query) = sources[index].kind,
        let written = document.file
      else { continue }
      let file = FileText.resolved(written, in: directory)
      document.file = file
      document.access = access
      sources[index].kind = .document(document, query)
      guard let reason = RegularFile.failure(of: file, access: access) else { continue }
      let node = root[\FeedKeys.sources]?.entry(sources[index].id.description)?.value
      let position = node?[\DocumentKeys.file]?.position
      let message = "the document's file '\(written)' \(reason.what)"
      switch reason {
      case .outside, .special:
        problems.error(
          "unreadable-document",
          message,
          hint: RegularFile.hint(for: reason, at: file),
          at: position
        )
      case .missing, .directory, .unreadable, .tooLarge:
        problems.warning(
          "missing-document",
          message,
          hint: "the source is empty until the file is there; paths are relative to the feed file",
          at: position
        )
      }
    }
  }

  /// Resolves the paths of files that inputs follow, and of their certificates and keys.
  ///
  /// A followed file need not exist yet.
  func resolveInputs(_ inputs: inout [InputDeclaration], in root: YAMLNode) {
    for index in inputs.indices {
      let node = root[\FeedKeys.inputs]?.entry(inputs[index].name)?.value
      switch inputs[index].kind {
      case .follow(let written, _):
        inputs[index].kind = .follow(FileText.resolved(written, in: directory), access: access)
        check(written, at: node?[\InputKeys.follow]?.position)
      case .nats(var bus):
        bus.access = access
        resolveCertificates(&bus.authorities, &bus.certificate, in: node)
        inputs[index].kind = .nats(bus)
      case .socket(var conversation):
        resolveSocket(&conversation.url)
        conversation.access = access
        resolveCertificates(&conversation.authorities, &conversation.certificate, in: node)
        inputs[index].kind = .socket(conversation)
      case .websocket(var conversation):
        conversation.access = access
        resolveCertificates(&conversation.authorities, &conversation.certificate, in: node)
        inputs[index].kind = .websocket(conversation)
      case .exec(var command):
        command.directory = directory
        inputs[index].kind = .exec(command)
        checkProgram(node?[\InputKeys.exec])
      case .stream, .poll, .listen: break
      }
    }
  }

  /// Sets the folder in which the programs of alerts run.
  func resolveAlerts(_ alerts: inout [AlertDeclaration], in root: YAMLNode) {
    for index in alerts.indices {
      guard case .exec(var command) = alerts[index].receiver else { continue }
      command.directory = directory
      alerts[index].receiver = .exec(command)
      let node = root[\FeedKeys.alerts]?.entry(alerts[index].name)?.value
      checkProgram(node?[\AlertKeys.exec])
    }
  }

  /// Warns of a program whose path is relative to the feed file, and which is not there.
  private func checkProgram(_ command: YAMLNode?) {
    // A single text is a command of the shell, whose first word is the program.
    guard let node = command?.listOrSingle.first,
      let path = command?.list == nil
        ? node.string?.split(separator: " ").first.map(String.init) : node.string,
      path.hasPrefix("./") || path.hasPrefix("../"),
      !path.contains(where: { "\"'$;|&".contains($0) }),
      !FileManager.default.isExecutableFile(atPath: FileText.resolved(path, in: directory))
    else { return }
    problems.warning(
      "missing-program",
      "'\(path)' is not a program",
      hint: "the path is relative to the feed file, and the file must be executable: chmod +x",
      at: node.position
    )
  }

  /// Resolves the path of a socket of this machine.
  private func resolveSocket(_ url: inout SecretText) {
    let scheme = "unix:"
    guard url.written.hasPrefix(scheme) else { return }
    let path = String(url.written.dropFirst(scheme.count))
    url = SecretText(scheme + FileText.resolved(path, in: directory)) ?? url
  }

  private func resolveCertificates(
    _ authorities: inout String?,
    _ certificate: inout String?,
    in node: YAMLNode?
  ) {
    if let written = authorities {
      authorities = FileText.resolved(written, in: directory)
      check(written, isNeeded: true, at: node?[\InputKeys.security.ca]?.position)
    }
    if let written = certificate {
      certificate = FileText.resolved(written, in: directory)
      check(written, isNeeded: true, at: node?[\InputKeys.security.certificate]?.position)
    }
  }

  /// Reports why a file of an input cannot be read.
  private func check(_ written: String, isNeeded: Bool = false, at position: FeedFilePosition?) {
    let path = FileText.resolved(written, in: directory)
    guard let reason = RegularFile.failure(of: path, access: access),
      isNeeded || reason != .missing
    else { return }
    problems.error(
      "unreadable-input",
      "the file '\(written)' \(reason.what)",
      hint: RegularFile.hint(for: reason, at: path),
      at: position
    )
  }
}

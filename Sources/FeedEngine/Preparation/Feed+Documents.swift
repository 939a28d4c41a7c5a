import FeedDefinition
import FeedModel
import FeedStore

extension Feed {
  /// Creates the table of each document.
  ///
  /// - Parameter writer: The writer, without a transaction.
  /// - Throws: ``DeclarationErrors`` if a document cannot have its name; `StoreError`.
  func makeDocuments(in writer: Writer) throws {
    let errors = try sources.compactMap { source -> DeclarationError? in
      guard let document = source.document else { return nil }
      let path = ["sources", source.id.description]
      if document.id.lowercased() == DocumentDeclaration.position {
        return DeclarationError(
          "reserved-name",
          at: path + ["id"],
          "'\(document.id)' is the place of an object in the list, and not its id",
          hint: "name the field that stays the same when the list changes"
        )
      }
      switch try writer.problem(ofDocument: document.name.description) {
      case .taken(let kind):
        return DeclarationError(
          "duplicate-id",
          at: path + ["document"],
          "the document '\(document.name)' has the name of a \(kind)",
          hint: "give it another name, since queries read both by name"
        )
      case .reserved:
        return DeclarationError(
          "reserved-name",
          at: path + ["document"],
          "the name '\(document.name)' is reserved",
          hint: "choose a name that does not begin with 'feed_', 'sqlite_' or 'pragma_'"
        )
      case nil: return nil
      }
    }
    guard errors.isEmpty else { throw DeclarationErrors(errors: errors) }
    let schema = writer.schema
    for document in sources.compactMap(\.document) {
      try writer.makeDocument(document.name.description, columns: columns(of: document, in: schema))
    }
  }

  /// Returns the source of a section.
  ///
  /// - Throws: ``DeclarationErrors`` if no source has the name, which a feed file cannot lead to.
  func source(of section: SectionDeclaration) throws -> SourceDeclaration {
    if let source = sources.first(where: { $0.id == section.source }) { return source }
    throw DeclarationErrors(errors: [
      DeclarationError(
        "unknown-source",
        at: ["sections", section.id.description, "source"],
        "section '\(section.id)' names source '\(section.source)', which is not declared",
        hint: "declare it under 'sources'"
      )
    ])
  }
}

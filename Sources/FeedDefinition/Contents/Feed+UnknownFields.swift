import FeedFormatting
public import FeedModel
import FeedQueries
public import FeedStore

extension Feed {
  /// Returns errors for the fields that items and sections name but their objects do not have.
  ///
  /// - Returns: The errors: first those of items, in the order in which sections first show their kinds,
  ///   then those of the sections' rules.
  /// - Complexity: O(*n*) for a feed file of *n* values.
  public func unknownFields(in schema: StoreSchema) -> [DeclarationError] {
    let known = KnownFields(schema: schema, of: self)
    return unknownFields(known) + alerts.flatMap { unknownFields(in: $0, known) }
  }

  private func unknownFields(_ known: KnownFields) -> [DeclarationError] {
    known.kinds.flatMap { kind in
      items[kind.description].map { unknownFields(in: $0, of: kind, known) } ?? []
    } + known.ruleErrors
  }

  /// Returns the fields that items, rules and sources name but that no object of a document has.
  ///
  /// - Parameters:
  ///   - schema: The schema of the store, with a table for each document.
  ///   - documents: The fields of the objects of each document, by its name; other documents are not checked.
  /// - Returns: The findings, as for ``unknownFields(in:)``, then those of sources.
  /// - Complexity: O(*n*) for a feed file of *n* values.
  public func absentFields(
    in schema: StoreSchema,
    of documents: [Name: [String]]
  ) -> [DeclarationError] {
    let ofItems = unknownFields(KnownFields(schema: schema, documents: documents, of: self))
    let read = itemFields
    let ofSources = sources.flatMap { source -> [DeclarationError] in
      guard let name = source.document?.name, let fields = documents[name],
        let table = schema.table(named: name.description)
      else { return [] }
      // The findings above include what items name.
      let ofItems = Set(
        read.filter { $0.entity.lowercased() == table.name.lowercased() }.flatMap { $0.names ?? [] }
      )
      // The key and the position come first.
      return table.columns.dropFirst(2).map(\.name).filter { column in
        !fields.contains(column) && !ofItems.contains(column)
      }.map { column in
        DeclarationError(
          "absent-field",
          at: ["sources", source.id.description],
          "the feed names a field that no object of '\(name)' has: '\(column)'",
          hint: Suggestion.hint(for: column, among: fields, called: "fields")
        )
      }
    }
    return ofItems + ofSources
  }

  private func unknownFields(
    in alert: AlertDeclaration,
    _ known: KnownFields
  ) -> [DeclarationError] {
    guard let fields = known.fields[alert.kind], !fields.isOpen else { return [] }
    return alert.condition.columns.filter { !fields.haveColumn($0) }.map { name in
      DeclarationError(
        "unknown-field",
        at: ["alerts", alert.name, "when"],
        offset: alert.condition.offset(ofColumn: name),
        "the condition of the alert \(fields.lack) '\(name)'",
        hint: Suggestion.hint(for: name, among: fields.names, called: "fields")
      )
    }
  }

  private func unknownFields(
    in appearance: ItemAppearance,
    of kind: Name,
    _ known: KnownFields
  ) -> [DeclarationError] {
    guard let fields = known.fields[kind], !fields.isOpen else { return [] }
    var errors: [DeclarationError] = []
    func check(_ name: String, at path: [String], offset: Int? = nil, _ use: String) {
      guard !fields.names.contains(name), !known.isPath(name, in: fields.tables) else { return }
      errors.append(
        DeclarationError(
          known.code,
          at: ["items", kind.description] + path,
          offset: offset,
          "\(use) of the kind '\(kind)' \(fields.lack) '\(name)'",
          hint: known.hint(for: name, among: fields.names, in: fields.tables)
            ?? "write a text without fields"
        )
      )
    }
    for (role, path, template) in appearance.texts {
      for name in template.fieldNames {
        check(name, at: path, offset: template.offset(ofField: name), "the \(role) of items")
      }
    }
    for flag in appearance.flags {
      check(flag.field, at: ["flags", flag.name], "the flag '\(flag.name)' of items")
    }
    for rule in appearance.tones {
      for name in rule.condition.columns where !fields.haveColumn(name) {
        let offset = rule.condition.offset(ofColumn: name)
        let use = "the tone '\(rule.tone)' of items"
        check(name, at: ["tone", rule.tone.rawValue], offset: offset, use)
      }
    }
    for (role, name) in [
      ("spark", appearance.spark), ("bar", appearance.bar?.field),
      ("gauge", appearance.gauge?.field),
    ] {
      if let name { check(name, at: [role], "'\(role)' of items") }
    }
    for (index, name) in appearance.fields.enumerated() {
      check(name, at: ["fields", String(index)], "'fields' of items")
    }
    return errors
  }
}

/// The fields of the objects that the items of each kind show.
private struct KnownFields {
  struct Fields {
    var names: [String] = []
    /// The tables whose rows are shown.
    var tables: [String] = []
    /// Whether the fields are not fully known, since the schema lacks the table.
    var isOpen = false
    /// Whether the tables are documents.
    var areOfDocuments = false

    /// The predicate that precedes the name of a missing field in a message.
    var lack: String {
      switch tables.count {
      case 0: "shows no object, and so no field"
      case 1 where areOfDocuments: "names a field that no object of '\(tables[0])' has:"
      case 1: "names a column that '\(tables[0])' does not have:"
      default:
        "names a column that none of \(tables.map { "'\($0)'" }.joined(separator: ", ")) has:"
      }
    }

    /// Returns whether a name of a condition is a field; to SQL, names are equal in any case.
    func haveColumn(_ name: String) -> Bool {
      names.contains { $0.lowercased() == name.lowercased() }
    }

    mutating func add(_ more: [String], table: String?) {
      names += more.filter { !names.contains($0) }
      if let table, !tables.contains(table) { tables.append(table) }
    }
  }

  let schema: StoreSchema
  /// The fields of the objects of documents, if only these are checked.
  let documents: [Name: [String]]?
  private(set) var kinds: [Name] = []
  private(set) var fields: [Name: Fields] = [:]
  /// The errors in the rules of sections.
  private(set) var ruleErrors: [DeclarationError] = []

  init(schema: StoreSchema, documents: [Name: [String]]? = nil, of feed: Feed) {
    self.schema = schema
    self.documents = documents
    for section in feed.sections {
      guard let source = feed.sources.first(where: { $0.id == section.source }) else { continue }
      add(section, of: Objects(source))
    }
  }

  /// The code of the findings.
  var code: String { documents == nil ? "unknown-field" : "absent-field" }

  /// Returns whether a name is the path to a column of a row that rows of a table refer to.
  func isPath(_ name: String, in tables: [String]) -> Bool {
    tables.compactMap(schema.table(ofAnyCase:)).contains {
      schema.column(at: name, from: $0) != nil
    }
  }

  /// The paths to the columns of the rows that the rows of a table refer to.
  private func paths(from table: StoreSchema.Table) -> [String] {
    table.foreignKeys.filter { $0.columns.count == 1 }.flatMap { key -> [String] in
      guard let parent = schema.table(ofAnyCase: key.parentTable) else { return [] }
      let names = [parent.name, table.columns[key.columns[0]].name]
      return parent.columns.compactMap { column in
        names.map { "\($0).\(column.name)" }
          .first { schema.column(at: $0, from: table) != nil }
      }
    }
  }

  /// Returns the nearest field, and the fields of the rows and of those that the rows refer to.
  func hint(for name: String, among names: [String], in tables: [String]) -> String? {
    let paths = tables.compactMap(schema.table(ofAnyCase:)).flatMap(paths).uniqued
    let hint = Suggestion.hint(for: name, among: names + paths, called: "fields")
    if let column = undeclaredReference(name, in: tables) {
      return
        "'\(column)' is not a foreign key: declare in the schema which table it REFERENCES, or add a column that does, as "
        + "Documentation/Formats.md shows"
    }
    let ending = "." + name.lowercased()
    guard let path = paths.first(where: { $0.lowercased().hasSuffix(ending) }) else { return hint }
    return "did you mean '\(path)'? " + Suggestion.list(names + paths, called: "fields")
  }

  /// Returns the column with which a path begins, as `vehicle_id` with `vehicle.plate`, unless it is a foreign key.
  private func undeclaredReference(_ name: String, in tables: [String]) -> String? {
    let parts = name.lowercased().split(separator: ".")
    guard parts.count > 1 else { return nil }
    for table in tables.compactMap(schema.table(ofAnyCase:)) {
      let keys = Set(table.foreignKeys.flatMap(\.columns))
      let column = table.columns.indices.first { index in
        !keys.contains(index)
          && [String(parts[0]), "\(parts[0])_id"].contains(table.columns[index].name.lowercased())
      }
      if let column { return "\(table.name).\(table.columns[column].name)" }
    }
    return nil
  }

  private mutating func add(_ section: SectionDeclaration, of objects: Objects) {
    let path = ["sections", section.id.description]
    add(section.template, of: objects, at: path)
    note(section.placeholder?.kind, ["text"])
    note(section.folded?.kind, ["text", "count"])
  }

  private mutating func add(_ template: ObjectTemplate, of objects: Objects, at path: [String]) {
    let (names, table) = own(objects)
    for (index, item) in template.items.enumerated() {
      switch item {
      case .item(let kind): note(kind, names, table: table)
      case .each(let children):
        note(children.fill, [])
        note(children.empty?.kind, ["text"])
        guard let objects = objects.children(children.include) else { continue }
        add(children.template, of: objects, at: path + ["items", String(index)])
      }
    }
    for (index, condition) in template.when.enumerated() {
      note(condition.kind, names, table: table)
      guard let names, let table else { continue }
      for field in condition.fields
      where !names.contains(field.name) && !isPath(field.name, in: [table]) {
        ruleErrors.append(
          DeclarationError(
            code,
            at: path + ["when", String(index), field.name],
            documents == nil
              ? "the rule names a column that '\(table)' does not have: '\(field.name)'"
              : "the rule names a field that no object of '\(table)' has: '\(field.name)'",
            hint: hint(for: field.name, among: names, in: [table])
          )
        )
      }
    }
  }

  /// Returns the fields and the table of objects; both are `nil` if the fields are unknown.
  private func own(_ objects: Objects) -> (names: [String]?, table: String?) {
    guard let query = objects.query, let table = schema.table(ofAnyCase: query.from) else {
      return (nil, nil)
    }
    if let documents {
      guard table.isDocument, let fields = documents[Name(table.name)] else {
        return (nil, nil)
      }
      let own = table.columns.prefix(2).map(\.name) + query.aggregates.map(\.name)
      return ((fields + own).uniqued, table.name)
    }
    return (table.columns.map(\.name) + query.aggregates.map(\.name), table.name)
  }

  private mutating func note(_ kind: Name?, _ names: [String]?, table: String? = nil) {
    guard let kind else { return }
    if fields[kind] == nil { kinds.append(kind) }
    fields[kind, default: Fields()].add(names ?? [], table: table)
    if names == nil { fields[kind]?.isOpen = true }
    if documents != nil { fields[kind]?.areOfDocuments = true }
  }
}

import FeedStore

/// The text of a new feed file: one line for each source, section and kind of item.
extension StartingFiles {
  /// The maximum number of rows of a table, or of each group, among several tables.
  private static let mostOfSeveral = 10
  /// The maximum number of rows of the only table.
  private static let most = 100

  /// Returns the text of the feed file.
  func feed(_ database: StartingDatabase?) -> String {
    var text = """
      # yaml-language-server: $schema=feed.schema.json
      # 'feed check' says what is wrong with this file, 'feed explain CODE' what a message means.
      feed: 1
      title: \(choices.title.asYAML)


      """
    if let database {
      text +=
        "store:\n  file: \(relative(database.path).asYAMLPath)  # its tables stay unchanged\n"
        + "  # 'track: outside' records which rows other programs change, with triggers; otherwise all rows are read again.\n\n"
    } else if tables.contains(where: { $0.store != nil }) {
      let seed = hasSeed ? "  seed: \(seedName.asYAMLPath)\n" : ""
      text += "store:\n  schema: \(schemaName.asYAMLPath)\n\(seed)\n"
    }
    let hosts = Set(tables.flatMap { $0.shown().picture?.hosts ?? [] }).sorted()
    if !hosts.isEmpty {
      text += "# The page shows pictures of these hosts only.\n"
      text += "images: [\(hosts.joined(separator: ", "))]\n\n"
    }
    text += inputs
    text += "sources:\n" + tables.map(source).joined()
    for omission in database?.omissions ?? [] {
      text += "  # Not shown: \(omission.text(\.asYAML)).\n"
    }
    text += "\nsections:\n" + tables.map(section).joined()
    text += "\nitems:\n" + tables.map { $0.item(groupedBy: groupColumn(of: $0)) }.joined()
    text += "\nlayouts:\n  rows:\n    height: 48\n    insets: [0, 16]\n"
    if tables.count > 1 || tables.contains(where: { groupColumn(of: $0) != nil }) {
      text += "    boundary: [{kind: header, size: [100%, 32], pin: true}]\n"
    }
    let hasInputs = tables.contains { $0.store?.input.isEmpty == false }
    let adapters = tables.compactMap { table in
      table.store.map { table.adapter($0, isBesideInputs: hasInputs) }
    }
    return adapters.isEmpty ? text : text + "\nadapters:\n" + adapters.joined()
  }

  /// The inputs whose messages an adapter converts: streams, and polls of addresses.
  private var inputs: String {
    let inputs = tables.compactMap { table -> String? in
      guard let store = table.store, !store.input.isEmpty else { return nil }
      let keys = ["adapter: \(table.name.asYAML)", "sources: [\(table.name.asYAML)]"]
      return line(table.name, store.input + keys)
    }
    return inputs.isEmpty ? "" : "inputs:\n" + inputs.joined() + "\n"
  }

  /// Returns a map with a name, in as few lines as its keys need.
  private func line(_ name: String, _ keys: [String]) -> String {
    "  \(name.asYAML): {\(keys.inLines(indentedBy: 4))}\n"
  }

  /// Returns the column by which a table is grouped.
  private func groupColumn(of table: StartingTable) -> String? {
    (tables.count == 1 ? choices.group : nil) ?? table.grouping?.column ?? table.section
  }

  /// Returns the maximum number of rows of a table, or of each group; `nil` for all rows.
  private func limit(of table: StartingTable) -> Int? {
    let isOnly = tables.count == 1
    if let store = table.store, isOnly, !store.isOfMessages { return nil }
    return isOnly ? Self.most : Self.mostOfSeveral
  }

  private func source(_ table: StartingTable) -> String {
    let isOnly = tables.count == 1
    let group = groupColumn(of: table)
    var keys = table.document?.keys(relative) ?? ["from: \(table.name.asYAML)"]
    let terms = table.order(isOnly ? choices.order : nil, groupedBy: group).map(\.asYAML)
    if !terms.isEmpty { keys.append("order: [\(terms.joined(separator: ", "))]") }
    if let limit = limit(of: table) { keys.append("limit: \(limit)") }
    if let group {
      let chosen = isOnly ? choices.group : nil
      let parent =
        chosen == nil
        ? table.grouping : table.references.first { $0.column == chosen && !$0.hasNulls }
      let title =
        parent.map { "\($0.parent.asSQLName).\($0.title.asSQLName)" } ?? group.asSQLName
      keys.append(
        "group: {by: \(group.asSQLName.asYAML), order: [\(title.asYAML)], title: \(title.asYAML)}"
      )
    }
    let comment = comment(on: table)
    return (comment.isEmpty ? "" : "  # \(comment)\n") + line(table.id, keys)
  }

  /// Returns the guesses about a table, for its reader.
  private func comment(on table: StartingTable) -> String {
    var parts: [String] = []
    let key = table.key.count == 1 ? table.key[0] : ""
    if let origin = table.document?.comment ?? table.store?.comment {
      parts.append(
        table.isNumbered
          ? "'\(key)' is the number of a row, because no column identifies rows; \(origin)."
          : key.isFieldName
            ? "'\(key)' identifies the rows; \(origin)."
            : origin.prefix(1).uppercased() + origin.dropFirst() + "."
      )
    }
    if let text = table.document?.text ?? table.store?.text, text.isAddress,
      let member = text.memberOfPages
    {
      parts.append("'\(member)' names more pages; only this one is read.")
    }
    parts += keyComments(on: table)
    for reference in table.composites {
      let names = reference.columns.map { "'\($0)'" }.joined(separator: " and ")
      guard reference.parent.isFieldName else { continue }
      parts.append(
        "\(names) refer to a row of '\(reference.parent)', whose columns texts name: "
          + "{\(reference.parent).\(reference.title)}."
      )
    }
    let group = groupColumn(of: table)
    if let limit = limit(of: table), let count = table.longestList(groupedBy: group), count > limit
    {
      parts.append(
        group == nil
          ? "Shows \(limit) of \(table.sampleSize) rows: 'limit' is the most."
          : "Shows \(limit) rows of each group: 'limit' is the most."
      )
    }
    let item = table.item(groupedBy: group)
    let named = table.named(groupedBy: group).map(\.column)
    let flags = table.shown(groupedBy: group).flags.map(\.name)
    let hidden = table.columns.filter { column in
      let name = column.name
      return table.key != [name] && name != group && !(named + flags).contains(name)
        && !item.contains("{\(name)}") && !item.contains("{\(name):")
    }
    if !hidden.isEmpty {
      let names = hidden.prefix(6).map { $0.isNameable ? $0.name : $0.name.asJSON }
      parts.append(
        "Not shown: \((names + (hidden.count > 6 ? ["…"] : [])).joined(separator: ", "))."
      )
    }
    // A column's name may have several lines, and a comment has one.
    return parts.joined(separator: " ").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Returns the guesses about the keys of a table.
  private func keyComments(on table: StartingTable) -> [String] {
    var parts: [String] = []
    if let (first, second) = table.keyPair, table.store?.isWhole == false {
      parts.append(
        "Together, '\(first)' and '\(second)' identify rows: with '--key \(table.keyOption)\(first),\(second)', a message "
          + "updates its row."
      )
    }
    let messageKeys = table.store?.messageKeys
    if let messageKeys, let part = messageKeys.part {
      let keys = (messageKeys.key + [part]).joined(separator: ",")
      parts.append("With '--key \(table.keyOption)\(keys)', each '\(part)' has its own row.")
    }
    if let kind = messageKeys?.kinds?.column {
      parts.append("'\(kind)' is the kind of a message; 'cases:' can treat each by itself.")
    }
    if table.isNumbered, table.rows.count > 1,
      let column = table.columns.first(where: { $0.isKey && $0.kind == .text && $0.width <= 32 })
    {
      let name = column.name
      parts.append(
        "'\(name)' differs in each row: '--key \(table.keyOption)\(name)' identifies rows by it."
      )
    }
    return parts
  }

  private func section(_ table: StartingTable) -> String {
    let name = table.id.asYAML
    let title = table.name.asTitle
    var keys = ["id: \(name)", "source: \(name)"]
    if groupColumn(of: table) != nil {
      let header = (tables.count > 1 ? "\(title): {title}" : "{title}").asJSON
      keys.append("header: {text: \(header), pin: true}")
    } else if tables.count > 1 {
      keys.append("header: \(title.asYAML)")
    } else {
      keys.append("placeholder: {item: message, text: Nothing here yet}")
    }
    keys += ["item: \(name)", "layout: rows"]
    return "  - {\(keys.inLines(indentedBy: 4))}\n"
  }
}

/// The shown columns of an unknown table: guesses that the user corrects in the file.
extension StartingTable {
  /// The columns that an item shows, by their roles.
  struct Shown {
    var title: Column?
    var subtitle: Column?
    var value: Column?
    var badge: Column?
  }

  private static let titles = [
    "title", "name", "headline", "label", "subject", "summary", "text", "description",
  ]
  private static let orders = ["display_order", "position", "rank", "sort_order", "number"]

  /// Chooses the columns that an item shows.
  func shown(groupedBy group: String? = nil) -> Shown {
    let plain = columns.filter {
      $0.name != group && Self.isPlain($0.name) && !$0.isAddress && !$0.isStructure
    }
    let others = plain.filter { !key.contains($0.name) }
    let texts = others.filter { $0.kind == .text && $0.width > 0 }
    let short = texts.filter { $0.width <= 80 }
    let named = Self.titles.lazy.compactMap { word in
      texts.first { $0.name.lowercased() == word || $0.name.lowercased().hasSuffix("_\(word)") }
    }.first
    var shown = Shown()
    shown.title = named ?? short.first ?? texts.first ?? others.first ?? plain.first
    let title = shown.title?.name
    shown.subtitle = short.first { $0.name != title }
    let numbers = others.filter { $0.name != title && !$0.name.lowercased().hasSuffix("id") }
    shown.value =
      numbers.first { $0.kind == .real } ?? numbers.first { $0.kind == .integer }
    shown.badge = others.first { $0.name != title && $0.isDate }
    return shown
  }

  /// Returns the SQL terms by which rows are ordered: a position, the newest date, or the title.
  func order(_ chosen: String?, groupedBy group: String?) -> [String] {
    if let chosen { return [chosen.asSQLName] }
    let place = columns.first { column in
      column.kind == .integer && Self.orders.contains(column.name.lowercased())
    }
    if let place { return [place.name.asSQLName] }
    let shown = shown(groupedBy: group)
    if let date = shown.badge { return ["\(date.name.asSQLName) DESC"] }
    if let title = shown.title { return [title.name.asSQLName] }
    return []
  }

  /// Returns the line of the feed file that declares the texts of items.
  func item(groupedBy group: String?) -> String {
    let shown = shown(groupedBy: group)
    var texts: [String] = []
    func add(_ role: String, _ column: Column?) {
      guard let column else { return }
      texts.append("\(role): \"{\(column.name)\(column.format)}\"")
    }
    add("title", shown.title)
    add("subtitle", shown.subtitle)
    add("value", shown.value)
    add("badge", shown.badge)
    if shown.title == nil { texts.insert("title: \(name.asYAML)", at: 0) }
    return "  \(name.asYAML): {\(texts.joined(separator: ", "))}\n"
  }

  /// Returns whether a text of the feed file can name a column.
  static func isPlain(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
  }
}

extension StartingTable.Column {
  var isDate: Bool {
    if case .date = kind { return true }
    return false
  }

  /// The format for the value in a text, with a leading colon.
  fileprivate var format: String {
    switch kind {
    case .real: ":0.##"
    case .date(hasTime: false): ":d MMM yyyy"
    case .date(hasTime: true): ":d MMM yyyy HH:mm"
    case .integer, .text: ""
    }
  }
}

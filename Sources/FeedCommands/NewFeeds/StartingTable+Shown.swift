import FeedModel
import FeedStore

/// The shown columns of an unknown table: guesses that the user corrects in the file.
extension StartingTable {
  /// The columns that an item shows, by their roles.
  struct Shown {
    var title: Column?
    /// The columns of a key of several columns that identify a row with the title.
    var rest: [Column] = []
    /// The text that describes a row best, even if it is not the title because several rows share it.
    var text: Column?
    var subtitle: Column?
    var value: Column?
    var badge: Column?
    /// The column whose words have tones.
    var state: Column?
    /// The column of the currency of the value.
    var currency: Column?
    /// The time, if it is not the badge.
    var time: Column?
    /// The columns of flags, of which an item shows those that are raised.
    var flags: [Column] = []
    /// The column of the texts true and false, or yes and no.
    var truth: Column?
    /// The column of addresses of pictures.
    var picture: Column?
    /// The column of the addresses to which the titles lead.
    var link: Column?

    /// The columns of the texts.
    var columns: [Column] {
      [title, subtitle, time, value, currency, badge].compactMap(\.self) + rest
    }
  }

  fileprivate static let titles = [
    "title", "name", "headline", "label", "subject", "summary", "text", "description",
  ]
  private static let orders = ["display_order", "position", "rank", "sort_order", "number"]
  /// The last words of the names of addresses.
  private static let links: Set = ["url", "link", "href", "permalink", "page", "website", "uri"]
  /// The words of states, by the tones that they have.
  private static let tones: [(tone: String, words: Set<String>)] = [
    (
      "bad",
      [
        "failed", "fail", "failure", "error", "down", "cancelled", "canceled", "rejected",
        "critical",
        "lost", "blocked", "offline", "expired", "refused", "unhealthy", "broken",
      ]
    ),
    (
      "warning",
      [
        "late", "pending", "warning", "warn", "delayed", "overdue", "degraded", "waiting",
        "on hold",
        "on_hold", "suspended", "retrying", "slow", "unknown",
      ]
    ),
    (
      "good",
      [
        "ok", "okay", "done", "active", "paid", "success", "succeeded", "complete", "completed",
        "passed", "pass", "up", "healthy", "available", "delivered", "approved", "online", "live",
        "won", "on time",
      ]
    ),
    (
      "muted",
      ["archived", "inactive", "draft", "closed", "disabled", "deleted", "skipped", "void"]
    ),
  ]

  /// The names of texts that are the title of a row even if the key of messages identifies it.
  fileprivate static let names: Set = ["title", "name", "headline", "label"]

  /// Returns the column by which messages are named, of which a feed shows the latest for each key.
  ///
  /// - Parameters:
  ///   - plain: The columns that an item may show.
  ///   - isDescribed: Whether a text differs in each row.
  /// - Returns: The key, or `nil` if a number identifies rows that a text describes.
  private func keyOfMessages(_ plain: [Column], isDescribed: Bool) -> Column? {
    guard store?.isOfMessages == true, !isNumbered else { return nil }
    return plain.first { key.contains($0.name) && ($0.kind == .text || !isDescribed) }
  }

  /// Whether the rows are samples of Prometheus of which several have one name, and differ in their labels.
  private var hasRepeatedMetrics: Bool {
    let format = document?.declaration.format ?? store?.text.format
    return format == .prometheus && column("name")?.isUnique == false
  }

  /// Chooses the columns that an item shows.
  func shown(groupedBy group: String? = nil) -> Shown {
    let plain = columns.filter {
      $0.name != group && $0.isNameable && !$0.isAddress && !$0.isStructure
    }
    let others = plain.filter { !key.contains($0.name) }
    let state = others.first(where: \.isState)
    let currency = others.first { $0.name.words.last == "currency" && $0.kind == .text }
    let known = [state?.name, currency?.name, store?.messageKeys?.kinds?.column]
    // Columns that describe few rows are last.
    let texts = others.filter {
      $0.kind == .text && $0.width > 0 && !known.contains($0.name) && !$0.isTruth && !$0.isDecimal
    }.sorted { $0.worth < $1.worth }
    let short = texts.filter { $0.width <= 80 }
    // A title is a text that nearly all rows have.
    let full = texts.filter { !$0.hasGaps }
    let keyed = plain.filter { key.contains($0.name) && $0.kind == .text && $0.width > 0 }
    let named = Self.titles.lazy.compactMap { word in
      (texts + keyed).first {
        ($0.name.lowercased() == word || $0.name.lowercased().hasSuffix("_\(word)"))
          && !$0.isConstant && !$0.hasGaps
      }
    }.first
    var shown = Shown()
    // A code, such as the name of a host, describes a row better than a text that several rows share.
    let code = keyed.first { $0.width <= 32 }
    let isNumber = state != nil || texts.count > full.count
    let number = isNumber ? plain.first { [$0.name] == key && $0.kind == .integer } : nil
    // Of one row every text is distinct, and a short word next to a longer key is that of a class of rows.
    let distinct = short.first {
      $0.isUnique && !$0.hasGaps && rows.count > 1 && !referring.contains($0.name) && !$0.isClass
        && $0.width >= code?.width ?? 0
    }
    let message = keyOfMessages(plain, isDescribed: distinct != nil)
    let candidates: [Column?] = [
      hasRepeatedMetrics ? keyed.first : nil,
      named.flatMap { message == nil || $0.isName ? $0 : nil }, message,
      distinct, code, full.first { $0.width <= 80 }, full.first, number,
      texts.count > full.count ? keyed.first : nil, texts.first, state, keyed.first,
      others.first { !$0.isFlag && !$0.isDecimal }, plain.first,
    ]
    shown.title = candidates.lazy.compactMap(\.self).first
    if key.count > 1, let title = shown.title, key.contains(title.name) {
      let parts = plain.filter { key.contains($0.name) && !$0.isConstant }
      (shown.title, shown.rest) = (parts.first ?? title, Array(parts.dropFirst()))
    }
    shown.text = named ?? short.first ?? texts.first ?? state ?? keyed.first
    let title = shown.title?.name
    let isMetric = hasRepeatedMetrics
    shown.subtitle = short.first {
      $0.name != title && !$0.isConstant && !(isMetric && $0.name == "name")
    }
    let numbers = others.filter {
      $0.name != title && $0.isFigure && !$0.isConstant && !referring.contains($0.name)
    }.sorted { $0.worth < $1.worth }
    shown.value =
      numbers.first(where: \.isMoney) ?? numbers.first(where: \.isFraction)
      ?? numbers.first { $0.kind == .integer }
    if shown.value?.isMoney == true { shown.currency = currency }
    let dates = others.filter { $0.name != title && $0.isDate }
    let date = dates.first { !$0.isSparse } ?? dates.first
    shown.truth = others.first { $0.isTruth && $0.name != title && !$0.isConstant }
    shown.flags = Array(others.filter { $0.isFlag && $0.name != title }.prefix(Self.mostFlags))
    if let state, state.name != title { shown.state = state }
    shown.badge = shown.state ?? date
    if shown.state != nil { shown.time = date }
    let addresses = columns.filter { $0.isNameable && !$0.hosts.isEmpty && !$0.isMixed }
    shown.picture = addresses.first(where: \.isPicture)
    shown.link = addresses.first { !$0.isPicture && Self.links.contains($0.name.words.last ?? "") }
    return shown
  }

  /// The maximum number of flags that an item shows.
  private static let mostFlags = 3

  /// Whether a text describes the rows.
  var hasTitle: Bool { shown().text.map { $0.kind == .text && !$0.isConstant } ?? false }

  /// The words in the names of times of which the earliest comes first.
  private static let deadlines: Set = [
    "due", "deadline", "expires", "expiry", "starts", "start", "begins", "departs", "departure",
    "arrives",
  ]

  /// Returns the SQL terms by which rows are ordered: a position, the newest date or the next deadline, or the title.
  ///
  /// The rows of a document keep the order of its list.
  func order(_ chosen: String?, groupedBy group: String?) -> [String] {
    if let chosen { return [chosen.asSQLName] }
    if case .document = place { return [] }
    let place = columns.first { column in
      column.kind == .integer && Self.orders.contains(column.name.lowercased())
    }
    if let place { return [place.name.asSQLName] }
    if isNumbered, store?.isOfMessages == true { return ["\(key[0].asSQLName) DESC"] }
    let shown = shown(groupedBy: group)
    if let date = shown.time ?? shown.badge, date.isDate {
      let name = date.name.asSQLName
      let time = hasComparableTexts(date.name) ? name : "julianday(\(name))"
      return [time + (Self.deadlines.isDisjoint(with: date.name.words) ? " DESC" : "")]
    }
    if let title = shown.title { return [title.name.asSQLName] }
    return []
  }

  /// Returns whether the order of a column's texts is that of their times.
  private func hasComparableTexts(_ name: String) -> Bool {
    guard let index = columns.firstIndex(where: { $0.name == name }) else { return true }
    return rows.compactMap { $0[index].string }.areComparableTimes
  }

  /// Returns the references whose rows are named in the texts of items.
  func named(groupedBy group: String?) -> [Grouping] {
    Array(
      references.filter { $0.column != group && $0.name != nil && $0.title.isFieldName }.prefix(2)
    )
  }

  /// Returns the lines of the feed file that declare the texts and the tones of items.
  func item(groupedBy group: String?) -> String {
    let shown = shown(groupedBy: group)
    var texts: [String] = []
    var names = named(groupedBy: group).map { "{\($0.name ?? "").\($0.title)}" }
    func add(
      _ role: String,
      _ first: [String] = [],
      _ columns: [Column?],
      _ last: [String] = []
    ) {
      let fields = first + columns.compactMap { $0 }.map { "{\($0.name)\($0.format)}" } + last
      guard !fields.isEmpty else { return }
      texts.append("\(role): \"\(fields.joined(separator: role == "value" ? " " : " · "))\"")
    }
    if let number = shown.title, [number.name] == key, number.kind == .integer {
      texts.append((["title: \"#{\(number.name)}"] + names.prefix(1)).joined(separator: " ") + "\"")
      names = Array(names.dropFirst())
    } else {
      add("title", [], [shown.title] + shown.rest)
    }
    let truth = shown.truth.map { ["\($0.name.asTitle.lowercased()): {\($0.name)}"] }
    add("subtitle", names, [shown.subtitle, shown.time], truth ?? [])
    add("value", [], [shown.value, shown.currency])
    add("badge", [], [shown.badge])
    if shown.title == nil { texts.insert("title: \(name.asYAML)", at: 0) }
    add("image", [], [shown.picture])
    if let link = shown.link {
      let hosts = link.hosts.joined(separator: ", ")
      texts.append("link: {to: \"{\(link.name)}\", hosts: [\(hosts)]}")
    }
    if !shown.flags.isEmpty {
      var taken: Set<String> = []
      let flags = shown.flags.map { "\(taken.take($0.flagName).asYAML): \($0.name.asYAML)" }
      texts.append("flags: {\(flags.joined(separator: ", "))}")
    }
    let tones = shown.state.map(Self.tones) ?? []
    if !tones.isEmpty { texts.append("tone: {\(tones.joined(separator: ", "))}") }
    return "  \(id.asYAML): {\(texts.inLines(indentedBy: 4))}\n"
  }

  /// Returns the tones of the words in a column, as entries of a map.
  private static func tones(of column: Column) -> [String] {
    tones.compactMap { tone, words in
      let found = column.words.filter { words.contains($0.lowercased()) }.map(\.asSQLText)
      guard !found.isEmpty else { return nil }
      let condition = "\(column.name.asSQLName) IN (\(found.joined(separator: ", ")))"
      return "\(tone): \(condition.asJSON)"
    }
  }

  /// Returns whether a word is that of a state.
  fileprivate static func hasTone(_ word: String) -> Bool {
    tones.contains { $0.words.contains(word.lowercased()) }
  }

  /// Returns whether SQL and the feed file can name a table or a column without quotes.
  static func isPlain(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
  }
}

extension StartingTable.Column {
  var isDate: Bool {
    switch kind {
    case .date, .seconds: true
    case .integer, .real, .text: false
    }
  }

  /// The place among columns of one type: those that differ and have values are first.
  fileprivate var worth: Int { isConstant ? 2 : isSparse ? 1 : 0 }

  /// Whether the texts are those of a flag: true and false, or yes and no.
  var isTruth: Bool {
    let texts = Set(words.map { $0.lowercased() })
    return !texts.isEmpty
      && (texts.isSubset(of: ["true", "false"]) || texts.isSubset(of: ["yes", "no"]))
  }

  /// The name of the flag: `is_active` is `active`.
  fileprivate var flagName: String {
    let plain = self.name.asColumnName
    for beginning in ["is_", "has_", "was_"] where plain.hasPrefix(beginning) {
      return String(plain.dropFirst(beginning.count))
    }
    return plain
  }

  /// Whether the column has a few words of which at least one is that of a state.
  var isState: Bool {
    kind == .text && !isStructure && !StartingTable.titles.contains(name.lowercased())
      && words.contains(where: StartingTable.hasTone)
  }

  /// Whether the name is that of a name.
  fileprivate var isName: Bool { StartingTable.names.contains(name.words.last ?? "") }

  /// Whether the name is that of a class of rows, such as a region, and not that of a row.
  var isClass: Bool {
    let names: Set = [
      "region", "zone", "type", "kind", "group", "class", "status", "state", "level", "role", "env",
      "environment",
    ]
    return names.contains(name.words.last ?? "")
  }

  /// Whether the column has addresses of pictures.
  fileprivate var isPicture: Bool {
    let names: Set = [
      "image", "img", "picture", "photo", "thumbnail", "thumb", "avatar", "icon", "logo", "cover",
      "poster", "banner",
    ]
    return name.words.contains { names.contains($0) }
  }

  /// Whether the column is an amount of money.
  fileprivate var isMoney: Bool {
    let names: Set = [
      "price", "amount", "total", "cost", "fee", "balance", "subtotal", "salary", "revenue",
      "cents",
    ]
    return (isFraction || kind == .integer) && names.contains(name.words.last ?? "")
  }

  /// The format for the value in a text, with a leading colon.
  fileprivate var format: String {
    switch kind {
    case .real:
      decimals.map { ":0." + String(repeating: "0", count: $0) } ?? (isMoney ? ":0.00" : ":0.##")
    case .date(hasTime: false): ":d MMM yyyy"
    case .date(hasTime: true), .seconds: ":d MMM yyyy HH:mm"
    case .integer where isMoney && name.words.last == "cents": ":0.00/100"
    case .integer, .text: ""
    }
  }
}

extension Section {
  /// The sections that lack one part of this one.
  var smaller: [Section] {
    var sections = template.smaller.map { template in
      var copy = self
      copy.template = template
      return copy
    }
    func append(if isThere: Bool, _ change: (inout Section) -> Void) {
      guard isThere else { return }
      var copy = self
      change(&copy)
      sections.append(copy)
    }
    append(if: title != nil) { $0.title = nil }
    append(if: placeholder != nil) { $0.placeholder = nil }
    append(if: folded != nil) { $0.folded = nil }
    append(if: reorder != nil) { $0.reorder = nil }
    append(if: reorder?.group != nil) { $0.reorder?.group = nil }
    return sections
  }
}

extension Template {
  /// The template without the children that a query does not include.
  func fitted(to query: Query) -> Template {
    var copy = self
    copy.entries = entries.compactMap { entry in
      guard case .each(var each) = entry else { return entry }
      guard let include = query.includes.first(where: { $0.name == each.include }) else {
        return nil
      }
      each.template = each.template.fitted(to: include.query)
      return .each(each)
    }
    if copy.entries.isEmpty { copy.entries = [.item(kind: "k")] }
    return copy
  }

  fileprivate var smaller: [Template] {
    var templates: [Template] = []
    func append(if isThere: Bool, _ change: (inout Template) -> Void) {
      guard isThere else { return }
      var copy = self
      change(&copy)
      templates.append(copy)
    }
    append(if: !conditions.isEmpty) { $0.conditions = [] }
    for index in entries.indices {
      append(if: entries.count > 1) { $0.entries.remove(at: index) }
      guard case .each(let each) = entries[index] else { continue }
      for each in each.smaller { append(if: true) { $0.entries[index] = .each(each) } }
    }
    return templates
  }
}

extension Template.Each {
  fileprivate var smaller: [Template.Each] {
    var eaches = template.smaller.map { template in
      var copy = self
      copy.template = template
      return copy
    }
    if slots != nil {
      var copy = self
      (copy.slots, copy.fill) = (nil, nil)
      eaches.append(copy)
    }
    if empty != nil {
      var copy = self
      copy.empty = nil
      eaches.append(copy)
    }
    return eaches
  }
}

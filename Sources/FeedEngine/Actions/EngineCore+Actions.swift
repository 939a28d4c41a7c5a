import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

extension EngineCore {
  /// Does a declared action.
  func act(
    _ name: String,
    on target: ActionTarget?,
    values: [String: Value]
  ) throws -> FeedUpdate? {
    let action = try actions.action(name)
    var parameters = try parameters(of: target, for: action)
    for value in action.declaration.defaults { parameters[value.name] = value.value }
    let known = action.declaration.needs + action.declaration.defaults.map(\.name)
    // In the order of their names, so that of several mistakes the same is always reported.
    for (parameter, value) in values.sorted(by: { Text($0.key) < Text($1.key) }) {
      guard parameter == "now" || known.contains(parameter) else {
        throw EngineError.unknownParameter(parameter, of: name, known: known)
      }
      parameters[parameter] = value
    }
    for need in action.declaration.needs + (action.uses("now") ? ["now"] : [])
    where parameters[need] == nil {
      throw EngineError.missingParameter(need, of: name)
    }
    try store.withWriter { _ in
      for check in action.checks where try !check.holds(for: parameters) {
        throw EngineError.failedCheck(check.condition, of: name, parameters)
      }
    }
    let title = action.declaration.title ?? name
    guard action.undo.isEmpty else {
      let update = try commit(needsFresh: true) { _ in try action.statements.run(parameters) }
      undoLog?.append(.init(title: title, way: .statements(action.undo, parameters)))
      return update
    }
    return try commitUndoably(title) { _ in try action.statements.run(parameters) }
  }

  /// Returns the parameters that a target supplies, if the action applies to it.
  private func parameters(
    of target: ActionTarget?,
    for action: PreparedActions.Prepared
  ) throws(EngineError) -> [String: Value] {
    let declaration = action.declaration
    guard let target else {
      guard declaration.isForTheWhole else { throw .missingTarget(declaration) }
      return [:]
    }
    var parameters: [String: Value] = [:]
    let section: SectionID
    switch target {
    case .section(let id):
      guard snapshot.composition.index(ofSection: id) != nil else { throw unknownSection(id) }
      guard declaration.sections.contains(id.declaration) else {
        throw .wrongTarget(target, of: declaration)
      }
      section = id
    case .item(let item):
      guard let found = snapshot.composition.section(containing: item) else {
        throw unknownItem(item)
      }
      guard declaration.items.contains(item.kind), item.slot == 0 else {
        throw .wrongTarget(target, of: declaration)
      }
      section = found
      parameters =
        store.schema.table(of: item.object)?.parameters(of: item.object.key)
        ?? ["id": item.object.key.values.first ?? .null]
    }
    parameters["group"] = section.group ?? .null
    return parameters
  }

  // MARK: Names

  /// Finds what an action is done to by what people write: an item, an object or a section.
  func found(_ name: String, for action: String) throws -> ActionTarget {
    let declaration = try actions.action(action).declaration
    if let item = names.items(named: name, preferring: declaration.items).first {
      return .item(item)
    }
    if let section = names.section(named: name) { return .section(section) }
    throw EngineError.unknownItem(
      name,
      near: names.nearest(to: name, ofKinds: declaration.items)
    )
  }

  /// Finds an item by what people write: of several that show an object, one that can be moved.
  func movable(_ name: String) throws -> ItemID {
    let found = names.items(named: name, preferring: [])
    guard let item = found.first(where: { whyNotMovable($0) == nil }) ?? found.first else {
      throw EngineError.unknownItem(name, near: names.nearest(to: name))
    }
    return item
  }

  func unknownItem(_ item: ItemID) -> EngineError {
    .unknownItem(item.description, near: names.nearest(to: item.description))
  }

  /// Finds what people name.
  var names: ItemNames {
    ItemNames(snapshot: snapshot, schema: store.schema, feed: feed, kinds: actions.kinds)
  }

  private func unknownSection(_ id: SectionID) -> EngineError {
    let names = snapshot.composition.sections.prefix(1000).map(\.id.description)
    return .unknownSection(id.description, near: id.description.nearest(among: names))
  }
}

extension EngineCore {
  /// Finds where an item goes that is moved by one place.
  func destination(of item: ItemID, moved step: MoveStep) throws(EngineError) -> MoveDestination? {
    let standing = try standing(of: item)
    let row = standing.row
    let offset = step == .up ? row.offset - 1 : row.offset + row.weight
    if let neighbour = firstItem(ofRowAt: offset, inGroup: standing.group, standing) {
      return step == .up ? .before(neighbour) : .after(neighbour)
    }
    guard standing.reordering.group != nil else { return nil }
    // Into the next group that shows its objects, at the end that is nearer.
    let composition = snapshot.composition
    var index = composition.index(ofSection: standing.section.id(of: row.list))
    while let place = index.map({ step == .up ? $0 - 1 : $0 + 1 }),
      (0..<composition.sectionCount).contains(place)
    {
      let id = composition.sectionID(at: place)
      guard id.declaration == standing.section.declaration.id else { break }
      let end = step == .up ? (composition.itemCount(inSection: id) ?? 0) - 1 : 0
      if let neighbour = firstItem(ofRowAt: end, inGroup: id.group ?? .null, standing) {
        return step == .up ? .after(neighbour) : .before(neighbour)
      }
      index = place
    }
    return nil
  }

  /// The first item of the row that is shown at an offset of a group.
  private func firstItem(
    ofRowAt offset: Int,
    inGroup group: Value,
    _ standing: Standing
  ) -> ItemID? {
    guard let row = standing.query.row(atOffset: offset, ofGroup: group),
      let section = snapshot.composition.index(ofSection: standing.section.id(of: row.list))
    else { return nil }
    return snapshot.composition.item(at: SnapshotPath(section: section, item: row.offset)).id
  }
}

import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedStore

/// The declared actions with their statements, compiled and judged.
struct PreparedActions {
  private var prepared: [String: Prepared] = [:]
  private let declarations: [ActionDeclaration]
  /// All kinds of items, in the order of the feed file.
  let kinds: [Name]

  struct Prepared {
    let declaration: ActionDeclaration
    let statements: [ActionStatement]
    let checks: [PreparedCheck]
    /// The statements that undo it; empty if its rows are restored instead.
    let undo: [ActionStatement]

    /// Returns whether a statement uses a parameter.
    func uses(_ parameter: String) -> Bool {
      statements.contains { $0.parameters.contains(parameter) }
    }
  }

  /// Compiles the actions of a feed.
  init(_ feed: Feed, writer: Writer, errors: inout [DeclarationError]) {
    declarations = feed.actions
    let kinds = KindParameters(feed, schema: writer.schema)
    self.kinds = kinds.names
    for action in feed.actions {
      let known =
        kinds.parameters(of: action) + ["now"] + action.needs + action.defaults.map(\.name)
      func compile(_ statements: [String], under key: String) -> [ActionStatement] {
        let path = ["actions", action.name, key]
        return statements.enumerated().compactMap { index, sql in
          do {
            let place = feed.places[path + [String(index)]]
            return try ActionStatement(sql, parameters: known, at: place, in: writer)
          } catch let error as StoreError {
            // A single statement need not be in a list; a path below a text leads to the text.
            errors.append(DeclarationError(error, at: path + [String(index)], in: sql))
          } catch {
            errors.append(DeclarationError("sql", at: path + [String(index)], "\(error)"))
          }
          return nil
        }
      }
      prepared[action.name] = Prepared(
        declaration: action,
        statements: compile(action.statements, under: "sql"),
        checks: action.checks.enumerated().compactMap { index, check in
          let path = ["actions", action.name, "check", String(index)]
          do {
            return try PreparedCheck(check, parameters: known, in: writer)
          } catch let error as StoreError {
            let prefix = PreparedCheck.prefix
            errors.append(DeclarationError(error, at: path, in: check.sql, after: prefix))
          } catch {
            errors.append(DeclarationError("sql", at: path, "\(error)"))
          }
          return nil
        },
        undo: compile(action.undo, under: "undo")
      )
    }
  }

  /// Finds an action by its name.
  func action(_ name: String) throws(EngineError) -> Prepared {
    guard let action = prepared[name] else {
      throw .unknownAction(name, known: declarations.map(\.name))
    }
    return action
  }
}

/// The parameters that the items of each kind, and the sections, supply to actions.
struct KindParameters {
  /// All kinds, in the order of the feed file.
  private(set) var names: [Name] = []
  private var kinds: [Name: Set<String>] = [:]
  private var sections: [Name: Set<String>] = [:]

  init(_ feed: Feed, schema: StoreSchema) {
    for section in feed.sections {
      let source = feed.sources.first { $0.id == section.source }
      let group: Set<String> = source?.query.group == nil ? [] : ["group"]
      sections[section.id] = group
      let query = source?.query
      let table = query.flatMap { schema.table(named: $0.from) }
      add(section.template, keys: table?.keyParameters ?? ["id"], group: group)
      for case .each(let children) in section.template.items {
        add(
          children,
          of: query?.include.first { $0.name == children.include }?.query,
          schema,
          group
        )
      }
      // Placeholders and folds show no object.
      for kind in [section.placeholder?.kind, section.folded?.kind] { note(kind, [], group) }
      addEmpty(section.template, keys: table?.keyParameters ?? ["id"], group)
    }
  }

  private mutating func add(_ template: ObjectTemplate, keys: Set<String>, group: Set<String>) {
    for case .item(let kind) in template.items { note(kind, keys, group) }
    for condition in template.when { note(condition.kind, keys, group) }
  }

  private mutating func addEmpty(
    _ template: ObjectTemplate,
    keys: Set<String>,
    _ group: Set<String>
  ) {
    for case .each(let children) in template.items {
      note(children.empty?.kind, keys, group)
      note(children.fill, keys, group)
    }
  }
}

extension KindParameters {
  private mutating func add(
    _ children: ChildrenTemplate,
    of query: LiveQuery?,
    _ schema: StoreSchema,
    _ group: Set<String>
  ) {
    let keys = query.flatMap { schema.table(named: $0.from) }?.keyParameters ?? ["id"]
    add(children.template, keys: keys, group: group)
    addEmpty(children.template, keys: keys, group)
    for case .each(let inner) in children.template.items {
      add(inner, of: query?.include.first { $0.name == inner.include }?.query, schema, group)
    }
  }

  private mutating func note(_ kind: Name?, _ keys: Set<String>, _ group: Set<String>) {
    guard let kind else { return }
    let own = keys.union(group)
    if kinds[kind] == nil { names.append(kind) }
    kinds[kind] = kinds[kind].map { $0.intersection(own) } ?? own
  }

  /// Returns the parameters that every target of an action supplies.
  func parameters(of action: ActionDeclaration) -> [String] {
    let all = action.items.compactMap { kinds[$0] } + action.sections.compactMap { sections[$0] }
    guard let first = all.first else { return [] }
    return all.dropFirst().reduce(first) { $0.intersection($1) }.sorted()
  }
}

extension StoreSchema.Table {
  /// The parameters that the key of a row gives: `id`, or each column of a key of several.
  var keyParameters: Set<String> {
    primaryKey.count == 1 ? ["id"] : Set(primaryKey.map { columns[$0].name })
  }

  /// The values of those parameters for one key.
  func parameters(of key: ObjectKey) -> [String: Value] {
    let values = key.values
    guard primaryKey.count > 1 else { return ["id": values.first ?? .null] }
    return Dictionary(
      zip(primaryKey.map { columns[$0].name }, values),
      uniquingKeysWith: { first, _ in first }
    )
  }
}

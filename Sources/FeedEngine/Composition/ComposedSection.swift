import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedSnapshots

/// A declared section while it is composed: one section of the snapshot, or one for each group.
final class ComposedSection {
  let declaration: SectionDeclaration
  /// The section's place in the feed file.
  let index: Int
  let template: ComposedTemplate
  /// The query that yields the section's objects.
  let query: ShownQuery
  /// The same query as the feed file declares it.
  let declaredQuery: LiveQuery
  /// Whether each group of the query has a section of the snapshot.
  let isGrouped: Bool
  /// Whether its title has the number of objects.
  let countsObjects: Bool
  /// The number of sections of the snapshot that belong to the declaration.
  var count = 0
  /// Whether the placeholder stands in for items.
  var showsPlaceholder = false

  init(
    _ declaration: SectionDeclaration,
    index: Int,
    _ query: ShownQuery,
    declared source: SourceDeclaration,
    reading names: ContentNames,
    _ times: RelativeTimes?
  ) {
    let declared = source.query
    self.declaration = declaration
    self.index = index
    self.query = query
    declaredQuery = declared
    isGrouped = declared.group != nil
    let title = declaration.title ?? declaration.header?.text
    countsObjects = title?.fieldNames.contains("count") == true
    template = ComposedTemplate(
      declaration.template,
      of: Objects(source),
      query,
      reading: names,
      times
    )
  }

  /// The snapshot's section for a list.
  func id(of list: ShownList?) -> SectionID {
    SectionID(declaration.id, group: isGrouped ? list?.key : nil)
  }

  /// The content of the snapshot's section apart from its items.
  func content(of list: ShownList?) -> SectionContent {
    SectionContent(
      source: declaration.source,
      title: declaration.title(ofGroup: list?.title) { list?.aggregate($0) }
    )
  }

  private static let foldShape = Content.Shape(["text", "count"])

  /// The item that stands in for the rows of a list none of which is shown, if there is one.
  func standIn(for list: ShownList?) -> ComposedItem? {
    guard isGrouped, let list else { return placeholder }
    return list.foldedCount.flatMap { foldItem(of: list, $0) }
  }

  /// The item that stands in for the objects of a group that is folded away.
  private func foldItem(of list: ShownList, _ count: Int) -> ComposedItem? {
    guard count > 0, let fold = declaration.folded else { return nil }
    let text = fold.text(count: count, title: list.title) { list.aggregate($0) }
    return ComposedItem(
      // Each section has a different id, since two of them may fold the same group.
      id: ItemID(kind: fold.kind, object: .section(declaration.id, group: list.key)),
      content: Content(shape: Self.foldShape, values: [.text(Text(text)), .integer(Int64(count))])
    )
  }

  /// The item that stands in for a section without items, if one is declared.
  var placeholder: ComposedItem? {
    declaration.placeholder?.item(for: .section(declaration.id))
  }
}

extension SectionDeclaration {
  /// Describes how the section shows the rows of a query.
  func use(of query: LiveQuery) -> QueryUse {
    QueryUse(
      name: source.description,
      query,
      isPlain: template.onlyKind != nil,
      mayFold: folded != nil,
      deciding: template.decidingFields()
    )
  }
}

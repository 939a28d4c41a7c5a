import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// A declared section while it is composed: one section of the snapshot, or one for each group.
final class ComposedSection {
  let declaration: SectionDeclaration
  /// The section's place in the feed file.
  let index: Int
  let template: ComposedTemplate
  /// The query that yields the section's objects, with its children; nothing for a document.
  let root: QueryRoot?
  /// The query alone.
  let node: QueryNode?
  /// The objects of a document, in its order.
  var objects: [(id: ObjectID, content: Content)] = []
  /// How many sections of the snapshot belong to the declaration.
  var count = 0
  /// Whether the placeholder stands in for items.
  var showsPlaceholder = false

  init(_ declaration: SectionDeclaration, index: Int, root: QueryRoot?) {
    self.declaration = declaration
    self.index = index
    self.root = root
    node = root?.node
    template = ComposedTemplate(declaration.template, root: root)
  }

  var isGrouped: Bool { node?.isGrouped ?? false }

  /// The snapshot's section for a list.
  func id(of partition: Partition?) -> SectionID {
    SectionID(declaration.id, group: isGrouped ? partition?.key : nil)
  }

  /// What the snapshot's section shows besides its items.
  func content(of partition: Partition?) -> SectionContent {
    SectionContent(
      source: declaration.source,
      title: declaration.title(ofGroup: partition?.title) { aggregate($0, of: partition) }
    )
  }

  /// The value of a group's aggregate.
  private func aggregate(_ name: String, of partition: Partition?) -> Value? {
    partition.flatMap { node?.aggregate(name, of: $0) }
  }

  private static let foldShape = Content.Shape(["text", "count"])

  /// The item that stands in for the rows of a list none of which is shown, if there is one.
  func standIn(for list: Partition?) -> ComposedItem? {
    guard isGrouped, let node, let list else { return placeholder }
    return list.showsFold ? foldItem(of: list, node.shownCount(of: list)) : nil
  }

  /// The item that stands in for the objects of a group that is folded away.
  private func foldItem(of list: Partition, _ count: Int) -> ComposedItem? {
    guard count > 0, let fold = declaration.folded else { return nil }
    let text = fold.text(count: count, title: list.title) { aggregate($0, of: list) }
    return ComposedItem(
      // Of its own for each section, since two of them may fold the same group.
      id: ItemID(kind: fold.kind, object: .section(declaration.id, group: list.key)),
      content: Content(shape: Self.foldShape, values: [.text(Text(text)), .integer(Int64(count))])
    )
  }

  /// The item that stands in for a section without items, if one is declared.
  var placeholder: ComposedItem? {
    declaration.placeholder?.item(for: .section(declaration.id))
  }
}

import FeedDefinition
import FeedQueries
import FeedSnapshots

/// A declared section while it is composed: one section of the snapshot, or one for each group.
final class ComposedSection {
  let declaration: SectionDeclaration
  /// The section's place in the feed file.
  let index: Int
  let template: ComposedTemplate
  /// The query that yields the section's objects; nothing for a document.
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
      title: declaration.title(ofGroup: partition?.group?.title)
    )
  }

  /// The item that stands in for a section without items, if one is declared.
  var placeholder: ComposedItem? {
    declaration.placeholder?.item(
      for: ObjectID(entity: "section", key: .text(Text(declaration.id.description)))
    )
  }
}

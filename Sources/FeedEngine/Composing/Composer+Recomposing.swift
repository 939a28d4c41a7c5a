import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

// The whole, where nothing is known of what the snapshot shows.
extension Composer {
  /// Composes everything anew.
  ///
  /// An item that is claimed more than once is shown where it comes first in the feed, so that the
  /// outcome does not depend on what came first in time.
  ///
  /// - Complexity: O(*n* · log *n*) for a feed of *n* items.
  func recompose() {
    composition = Composition()
    times?.begin(at: evaluator.time)
    claims = Claims(sectionCount: sections.count)
    lostDocumentItems = [:]
    for section in sections {
      section.count = 0
      section.showsPlaceholder = false
      if section.query == nil { composeDocument(section) }
      composeQuery(section)
    }
    // What was claimed on the way went to the first.
    _ = claims.takeOpen()
  }

  private func composeQuery(_ section: ComposedSection) {
    var items: [ComposedItem] = []
    var ids: Set<ItemID> = []
    evaluator.showWhole(of: section.index) { row in
      let start = items.count
      for item in self.items(of: row, in: section) {
        if !composition.contains(item.id), ids.insert(item.id).inserted {
          items.append(item)
        } else {
          lose(item.id, row, of: section)
        }
      }
      return items.count - start
    } ending: { list in
      fill(section, list, with: items)
      items.removeAll(keepingCapacity: true)
      ids.removeAll(keepingCapacity: true)
    }
  }

  /// Notes that an object goes without an item that stands before it.
  private func lose(_ item: ItemID, _ row: ShownRow, of section: ComposedSection) {
    claims.lose(item, .init(section: section, row: row))
    // Whoever shows an item of a document has no place in a list.
    guard let holder = composition.section(containing: item),
      let shown = sections.first(where: { $0.declaration.id == holder.declaration }),
      shown.query == nil
    else { return }
    lostDocumentItems[section.index] = item
  }

  /// Gives a section that has none its items, or what stands in for them.
  private func fill(_ section: ComposedSection, _ list: ShownList?, with items: [ComposedItem]) {
    let standIn = items.isEmpty ? section.standIn(for: list) : nil
    guard !items.isEmpty || standIn != nil else { return }
    makePresent(section, list)
    if let standIn {
      insert(CollectionOfOne(standIn), into: section.id(of: list), at: 0)
      section.showsPlaceholder = !section.isGrouped
    } else {
      insert(items, into: section.id(of: list), at: 0)
    }
  }

  // MARK: Documents

  /// Replaces the objects of a document.
  ///
  /// - Parameters:
  ///   - objects: The objects, in the document's order, each once.
  ///   - source: The document.
  /// - Complexity: O(*m* · log *n*) for documents of *m* objects.
  func replace(_ objects: [(id: ObjectID, content: Content)], of source: Name) {
    var isComposed = lostDocumentItems.isEmpty
    for section in sections where section.declaration.source == source && section.query == nil {
      section.objects = objects
      if isComposed { isComposed = splice(section) }
    }
    if !isComposed { recompose() }
  }

  private func composeDocument(_ section: ComposedSection) {
    var ids: Set<ItemID> = []
    let items = documentItems(of: section).filter { item in
      if !composition.contains(item.id), ids.insert(item.id).inserted { return true }
      lostDocumentItems[section.index] = item.id
      return false
    }
    fill(section, nil, with: items)
  }

  private func documentItems(of section: ComposedSection) -> [ComposedItem] {
    var items: [ComposedItem] = []
    for object in section.objects {
      section.template.append(DocumentObject(object.id, object.content), to: &items)
    }
    return items
  }

  /// Gives the section of a document its items.
  ///
  /// - Returns: Whether that is all; if not, something else shows one of them, and all is to be composed
  ///   anew.
  private func splice(_ section: ComposedSection) -> Bool {
    let id = section.id(of: nil)
    let new = documentItems(of: section)
    let oldCount = section.showsPlaceholder ? 0 : composition.itemCount(inSection: id) ?? 0
    guard !new.isEmpty else {
      guard oldCount > 0 else { return true }
      composition.deleteItems(inSection: id, range: 0..<oldCount)
      _ = removeIfEmpty(section, nil)
      return true
    }
    makePresent(section, nil)
    let old = composition.items(inSection: id, range: 0..<oldCount)
    let middle = Middle(old, new.map(\.id))
    composition.deleteItems(inSection: id, range: middle.old)
    do throws(SnapshotError) {
      try composition.insertItems(new[middle.new], inSection: id, at: middle.new.lowerBound)
    } catch {
      require(error, .duplicateItem)
      return false
    }
    composition.setContents(new)
    return true
  }
}

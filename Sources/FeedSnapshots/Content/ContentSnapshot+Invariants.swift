extension ContentSnapshot {
  /// Checks that all parts of the structure are consistent, and traps if they are not.
  ///
  /// With the package trait `InvariantChecks`, every mutation of a snapshot of up to 2,000 items ends
  /// with this check, and the documented complexities do not apply.
  ///
  /// - Complexity: O(*n* log *n*).
  @usableFromInline
  package func checkInvariants() {
    var nodes = 0
    var sections = 0
    var items = 0
    if let root = sectionRoot {
      precondition(table[root.id] == NodeTable.none, "the root of the sections has a parent")
      nodes += checkNodes(root, isRoot: true)
      root.forEachLeaf { leaf in
        for record in leaf.elements {
          sections += 1
          nodes += 1
          precondition(table[record.handle] == leaf.id, "a section's handle names another leaf")
          let found = find(section: record.id)
          precondition(found?.index == sections - 1, "section '\(record.id)' is not found")
          precondition(found?.itemsBefore == items, "section '\(record.id)' has a wrong offset")
          guard let tree = record.items else { continue }
          precondition(
            table[tree.id] == record.handle | NodeTable.handleBit,
            "the items of section '\(record.id)' do not know it"
          )
          nodes += checkNodes(tree, isRoot: true)
          var offset = 0
          tree.forEachLeaf { leaf in
            for entry in leaf.elements {
              precondition(
                path(of: entry.id) == SnapshotPath(section: sections - 1, item: offset),
                "item '\(entry.id)' is not found at its place"
              )
              offset += 1
            }
          }
          items += offset
        }
      }
    }
    precondition(sectionCount == sections && itemCount == items, "the counts are wrong")
    precondition(sectionIndex.count == sections, "the index of sections has other entries")
    precondition(itemIndex.count == items, "the index of items has other entries")
    precondition(table.usedCount == nodes, "\(table.usedCount) numbers for \(nodes) nodes")
  }

  /// Checks the shape of a tree and counts its nodes.
  func checkNodes<Element>(_ node: TreeNode<Element>, isRoot: Bool) -> Int {
    if node.isLeaf {
      precondition(!node.elements.isEmpty, "a leaf is empty")
      precondition(
        node.count == node.elements.count
          && node.weight == node.elements.reduce(0) { $0 + $1.weight },
        "a leaf has the wrong count"
      )
      precondition(node.elements.count <= Element.leafCapacity, "a leaf is too full")
      return 1
    }
    precondition(node.children.count <= TreeShape.capacity, "an inner node is too full")
    precondition(
      node.children.count >= (isRoot ? 2 : TreeShape.minimum),
      "an inner node is too empty"
    )
    precondition(
      node.count == node.children.reduce(0) { $0 + $1.count }
        && node.weight == node.children.reduce(0) { $0 + $1.weight },
      "an inner node has the wrong count"
    )
    var nodes = 1
    for child in node.children {
      precondition(child.height == node.height - 1, "a child has the wrong height")
      precondition(table[child.id] == node.id, "a child does not know its parent")
      nodes += checkNodes(child, isRoot: false)
    }
    return nodes
  }
}

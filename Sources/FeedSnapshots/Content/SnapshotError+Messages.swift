// All messages of the module.
extension SnapshotError {
  static func error(
    _ code: Code,
    _ id: some Any,
    _ message: (String) -> String,
    hint: String
  )
    -> SnapshotError
  {
    let text = "\(id)"
    return SnapshotError(code: code, id: text, message: message("'\(text)'"), hint: hint)
  }

  @usableFromInline
  static func itemExists(_ id: some Any) -> SnapshotError {
    error(
      .duplicateItem,
      id,
      { "item \($0) is in the snapshot already" },
      hint: "an id must be unique: move the item, or delete it first"
    )
  }

  @usableFromInline
  static func itemRepeated(_ id: some Any) -> SnapshotError {
    error(
      .duplicateItem,
      id,
      { "item \($0) is named twice" },
      hint: "give every item its own id"
    )
  }

  @usableFromInline
  static func sectionExists(_ id: some Any) -> SnapshotError {
    error(
      .duplicateSection,
      id,
      { "section \($0) is in the snapshot already" },
      hint: "move the section, or give the new one its own id"
    )
  }

  @usableFromInline
  static func sectionRepeated(_ id: some Any) -> SnapshotError {
    error(
      .duplicateSection,
      id,
      { "section \($0) is named twice" },
      hint: "give every section its own id"
    )
  }

  @usableFromInline
  static func unknownItem(_ id: some Any) -> SnapshotError {
    error(
      .unknownItem,
      id,
      { "item \($0) is not in the snapshot" },
      hint: "check that the snapshot contains the item"
    )
  }

  @usableFromInline
  static func unknownSection(_ id: some Any) -> SnapshotError {
    error(
      .unknownSection,
      id,
      { "section \($0) is not in the snapshot" },
      hint: "append the section first"
    )
  }

  @usableFromInline
  static func noSections(items: String) -> SnapshotError {
    error(
      .noSections,
      items,
      { "item \($0) has no section to be appended to" },
      hint: "append a section first"
    )
  }

  @usableFromInline
  static func anchorInList(_ id: some Any) -> SnapshotError {
    error(
      .selfAnchor,
      id,
      { "\($0) cannot be inserted next to itself" },
      hint: "name an anchor that is not among the inserted items or sections"
    )
  }

  @usableFromInline
  static func movedToItself(item id: some Any) -> SnapshotError {
    error(
      .selfAnchor,
      id,
      { "item \($0) cannot be moved next to itself" },
      hint: "leave the item where it is, or name another anchor"
    )
  }

  @usableFromInline
  static func movedToItself(section id: some Any) -> SnapshotError {
    error(
      .selfAnchor,
      id,
      { "section \($0) cannot be moved next to itself" },
      hint: "leave the section where it is, or name another anchor"
    )
  }
}

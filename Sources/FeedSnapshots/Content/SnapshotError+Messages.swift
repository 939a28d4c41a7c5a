// Every message the module gives, in one place.
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
      hint: "an id may stand in one place only: move the item, or delete it first"
    )
  }

  @usableFromInline
  static func itemRepeated(_ id: some Any) -> SnapshotError {
    error(
      .duplicateItem,
      id,
      { "item \($0) is named twice" },
      hint: "give every item an id of its own"
    )
  }

  @usableFromInline
  static func sectionExists(_ id: some Any) -> SnapshotError {
    error(
      .duplicateSection,
      id,
      { "section \($0) is in the snapshot already" },
      hint: "move the section, or give the new one an id of its own"
    )
  }

  @usableFromInline
  static func sectionRepeated(_ id: some Any) -> SnapshotError {
    error(
      .duplicateSection,
      id,
      { "section \($0) is named twice" },
      hint: "give every section an id of its own"
    )
  }

  @usableFromInline
  static func unknownItem(_ id: some Any) -> SnapshotError {
    error(
      .unknownItem,
      id,
      { "item \($0) is not in the snapshot" },
      hint: "ask whether the snapshot contains the item before naming it"
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
      { "\($0) is to be inserted next to itself" },
      hint: "name an anchor that is not among what is inserted"
    )
  }

  @usableFromInline
  static func movedToItself(item id: some Any) -> SnapshotError {
    error(
      .selfAnchor,
      id,
      { "item \($0) is to be moved next to itself" },
      hint: "leave the item where it is, or name another one"
    )
  }

  @usableFromInline
  static func movedToItself(section id: some Any) -> SnapshotError {
    error(
      .selfAnchor,
      id,
      { "section \($0) is to be moved next to itself" },
      hint: "leave the section where it is, or name another one"
    )
  }
}

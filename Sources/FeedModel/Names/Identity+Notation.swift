// The notation of identities. No two have the same spelling, since ambiguous texts are in quotes.
// `Documentation/Glossary.md` describes it, `NameReader` reads it.

extension ObjectKey: CustomStringConvertible {
  /// The key as identifiers are written: the values, separated by commas.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let text): text.notation(isQuoted: text.endsInSlot)
    case .compound(let values):
      values.map { $0.notation(isInList: values.count > 1) }.joined(separator: ",")
    }
  }
}

extension Value {
  /// The value as a part of a key.
  fileprivate func notation(isInList: Bool) -> String {
    guard case .text(let text) = self else { return description }
    let hasComma = isInList && text.plain?.utf8.contains(UInt8(ascii: ",")) == true
    return text.notation(isQuoted: text.readsAsAnotherClass || text.endsInSlot || hasComma)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The entity, a slash and the key, for example `event/735`.
  public var description: String { "\(entity.notation)/\(key)" }
}

extension Name {
  /// The name of an entity, in double quotes if it is ambiguous.
  fileprivate var notation: String {
    let name = description
    guard self != .section else { return name }
    let signs = "/:\"".utf8
    let isPlain = !name.isEmpty && !name.utf8.contains(where: signs.contains)
    return isPlain && self != Name.tableNamedSection ? name : name.quoted(by: "\"")
  }

  private static let tableNamedSection = Name("section")
}

extension ItemID: CustomStringConvertible {
  /// The kind, a colon and the object, for example `event-header:event/735`; fillers end in `#2`.
  public var description: String {
    slot == 0 ? "\(kind):\(object)" : "\(kind):\(object)#\(slot)"
  }
}

extension SectionID: CustomStringConvertible {
  /// The declaration, followed by a slash and the key of the group, if any: `standard/3`.
  public var description: String {
    guard let group else { return declaration.description }
    return "\(declaration)/\(group)"
  }
}

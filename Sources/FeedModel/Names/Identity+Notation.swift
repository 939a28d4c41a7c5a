// The notation of identities. No two have the same spelling, since ambiguous texts are in quotes.
// `Documentation/Glossary.md` describes it, `NameReader` reads it.

extension Value {
  /// The value as a part of a key.
  func notation(isInList: Bool) -> String {
    guard case .text(let text) = self else { return description }
    let hasComma = isInList && text.plain?.utf8.contains(UInt8(ascii: ",")) == true
    return text.notation(isQuoted: text.readsAsAnotherClass || text.endsInSlot || hasComma)
  }
}

extension Name {
  /// The name of an entity, in double quotes if it is ambiguous.
  var notation: String {
    let name = description
    guard self != .section else { return name }
    let signs = "/:\"".utf8
    let isPlain = !name.isEmpty && !name.utf8.contains(where: signs.contains)
    return isPlain && self != Name.tableNamedSection ? name : name.quoted(by: "\"")
  }

  private static let tableNamedSection = Name("section")
}

package import FeedFormatting

extension SectionDeclaration {
  /// Returns the section with the dates of its texts written in a time zone.
  package func written(in zone: TimeZoneTable) -> SectionDeclaration {
    var section = self
    section.title = title?.written(in: zone)
    section.header?.text.write(in: zone)
    section.folded?.text.write(in: zone)
    return section
  }
}

extension TextTemplate {
  fileprivate mutating func write(in zone: TimeZoneTable) { self = written(in: zone) }
}

extension Feed {
  /// Whether any text writes a date.
  package var writesDates: Bool {
    let texts =
      items.values.flatMap { $0.texts.map(\.template) }
      + sections.flatMap { [$0.title, $0.header?.text, $0.folded?.text].compactMap { $0 } }
    return texts.contains(where: \.writesDates)
  }
}

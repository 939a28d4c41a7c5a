import FeedRendering
public import FeedSnapshots

extension SectionDeclaration {
  /// The title that the section has for a group: as declared, or else the group's own.
  ///
  /// - Parameter group: What the query yields as the group's title, if it groups at all.
  /// - Returns: The title, or nothing if there is none.
  public func title(ofGroup group: Value?) -> String? {
    if let template = title ?? header?.text {
      return template.text { $0 == "title" ? group : nil }
    }
    switch group {
    case nil, .null: return nil
    case .text(let text): return text.string
    case let group?: return group.description
    }
  }
}

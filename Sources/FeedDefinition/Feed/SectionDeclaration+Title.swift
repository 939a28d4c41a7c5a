import FeedFormatting
public import FeedModel

extension SectionDeclaration {
  /// The title that the section has for a group: as declared, or else the group's own.
  ///
  /// - Parameters:
  ///   - group: What the query yields as the group's title, if it groups at all.
  ///   - aggregate: Finds the value of one of the group's aggregates by its name.
  /// - Returns: The title, or `nil` if there is none.
  public func title(
    ofGroup group: Value?,
    aggregate: (String) -> Value? = { _ in nil }
  ) -> String? {
    if let template = title ?? header?.text {
      return template.text { $0 == "title" ? group : aggregate($0) }
    }
    switch group {
    case nil, .null: return nil
    case .text(let text): return text.string
    case let group?: return group.description
    }
  }
}

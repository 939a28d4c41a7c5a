import FeedFormatting
public import FeedModel

extension SectionDeclaration {
  /// Returns the section's title for a group: the declared title, or else the group's own.
  ///
  /// - Parameter group: The group's title from the query, or `nil` if the query does not group.
  /// - Returns: The title, or `nil` if the section has no title.
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

import FeedModel

extension FeedFile {
  /// Returns warnings about keys of actions that the page cannot assign.
  ///
  /// - Returns: The keys that the page itself uses, and those that two actions share for the same
  ///   items or sections.
  public func lints(ofKeysBeside own: [String: String]) -> [FeedFileProblem] {
    let entries = root[\FeedKeys.actions]?.entries ?? []
    let free = freeKeys(beside: own)
    var problems: [FeedFileProblem] = []
    for (index, action) in feed.actions.enumerated() {
      guard let key = action.key, let node = entries[index].value[\ActionKeys.key] else { continue }
      func warn(_ code: String, _ message: String, _ hint: String) {
        problems.append(source.problem(.warning, code, message, hint: hint, at: node.position))
      }
      if let use = own[key] {
        warn("taken-key", "the page has the key '\(key)' itself: \(use)", free)
      }
      if let other = feed.actions[..<index].first(where: { $0.shares(key, with: action) }) {
        warn(
          "shared-key",
          "the key '\(key)' may mean '\(other.name)' and '\(action.name)' at the same place",
          free
        )
      }
    }
    return problems
  }

  /// Returns the hint that lists the free letters.
  private func freeKeys(beside own: [String: String]) -> String {
    let taken = Set(own.keys).union(feed.actions.compactMap(\.key))
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    return "free: " + letters.filter { !taken.contains($0) }.joined(separator: " ")
  }
}

extension ActionDeclaration {
  /// Returns whether a key could start either of two actions at the same place.
  fileprivate func shares(_ key: String, with other: ActionDeclaration) -> Bool {
    guard self.key == key else { return false }
    return isForTheWhole || other.isForTheWhole || items.contains(where: other.items.contains)
      || sections.contains(where: other.sections.contains)
  }
}

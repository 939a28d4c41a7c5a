import FeedDefinition
import FeedModel

extension Feed {
  /// The declarations with the name of an earlier one, which only a feed composed in code can have.
  var repeatedNames: [DeclarationError] {
    [
      ("sources", sources.map(\.id.description)), ("sections", sections.map(\.id.description)),
      ("actions", actions.map(\.name)), ("inputs", inputs.map(\.name)),
      ("alerts", alerts.map(\.name)),
    ].flatMap { key, names in
      var known: Set<String> = []
      return names.filter { !known.insert($0).inserted }.map { name in
        DeclarationError(
          "duplicate-id",
          at: [key, name],
          "two of the \(key) are called '\(name)'",
          hint: "give each a different name"
        )
      }
    }
  }
}

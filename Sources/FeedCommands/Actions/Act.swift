import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel

/// Does an action of the feed file.
package struct Act: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Does an action that the feed file declares.",
    discussion: """
      An action is done to an item, named as the feed names it or by its object; to a section, as \
      standard/3; or to the feed as a whole. 'feed act FEED' lists the actions of a feed.

      Examples:
        feed act layouts/sportsbook.yaml
        feed act book.yaml toggle-betslip selection/10098 --store book.sqlite
        feed act book.yaml fold standard/3 --store book.sqlite --trace text
        feed act dates.yaml add --set note=Rain --store dates.sqlite
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Argument(help: "The action; without one, the actions are listed.", completion: .feedActions)
  var action: String?

  @Argument(help: "The target of the action.", completion: .feedTargets)
  var target: String?

  @Option(
    help: ArgumentHelp("Gives a parameter; may be given more than once.", valueName: "name=value")
  )
  var set: [String] = []

  @OptionGroup var time: TimeOption
  @OptionGroup var options: ActingOptions

  func validate() throws {
    _ = try parameters()
  }

  func run() async throws {
    guard let action else { return try list() }
    var values = try parameters().mapValues { try Value(written: $0) }
    values["now"] = values["now"] ?? time.value
    try await options.run(feed, cause: action) { [values] engine in
      var target: ActionTarget?
      if let name = self.target { target = try await engine.target(named: name, of: action) }
      do {
        return ActingResult(update: try await engine.act(action, on: target, values: values))
      } catch let error as EngineError where error.code == .missingParameter {
        throw error.naming(engine.feed.actions.first { $0.name == action }, given: values)
      }
    }
  }

  /// Returns the texts of the given parameters.
  private func parameters() throws -> [String: Substring] {
    var values: [String: Substring] = [:]
    for text in set {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("'\(text)' is not a parameter; write it as --set note=Rain.")
      }
      let name = String(text[..<equals])
      guard values.updateValue(text[text.index(after: equals)...], forKey: name) == nil else {
        throw ValidationError("The parameter '\(name)' is given twice.")
      }
    }
    return values
  }
}

extension EngineError {
  /// Returns the error of a missing parameter, with the option that gives it.
  fileprivate func naming(_ action: ActionDeclaration?, given: [String: Value]) -> EngineError {
    let options = (action?.needs ?? []).filter { given[$0] == nil }.map { "--set \($0)=VALUE" }
    return options.isEmpty
      ? self
      : EngineError(code: code, message: message, hint: "give \(options.joined(separator: " "))")
  }
}

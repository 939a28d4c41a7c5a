import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots

extension WatchModel {
  /// The questions to the user before an action is performed.
  struct Prompt: Hashable {
    struct Field: Hashable {
      var parameter: WatchFeatures.Parameter
      var text: String
    }

    var action: WatchFeatures.Action
    var target: WatchFeatures.Target
    var fields: [Field]
    /// The field that is typed in.
    var index = 0
    /// Why what was typed does not do.
    var complaint: String?
  }

  /// Does an action, or asks first for what it needs.
  ///
  /// - Parameter asksForAll: Whether to ask for parameters that need not be given as well.
  /// - Returns: The command, unless the user is asked.
  mutating func begin(
    _ action: WatchFeatures.Action,
    _ target: WatchFeatures.Target,
    asksForAll: Bool = false
  ) -> Command? {
    let isAsking = action.parameters.contains { asksForAll || $0.initial == nil }
    guard isAsking || action.confirm != nil else { return .act(action.name, target) }
    prompt = Prompt(
      action: action,
      target: target,
      fields: isAsking ? action.parameters.map { .init(parameter: $0, text: $0.initial ?? "") } : []
    )
    return nil
  }

  /// Takes a key while the user is asked.
  mutating func pressInPrompt(_ key: WatchKey) -> Command? {
    guard var prompt else { return nil }
    guard !prompt.fields.isEmpty else { return pressInQuestion(key, prompt) }
    prompt.complaint = nil
    let count = prompt.fields.count
    switch key {
    case .character(let character): prompt.fields[prompt.index].text.append(character)
    case .backspace:
      if !prompt.fields[prompt.index].text.isEmpty { prompt.fields[prompt.index].text.removeLast() }
    case .tab, .down: prompt.index = (prompt.index + 1) % count
    case .backTab, .up: prompt.index = (prompt.index + count - 1) % count
    case .escape:
      (self.prompt, submitted) = (nil, nil)
      return nil
    case .enter:
      if prompt.isMissing(prompt.index) {
        prompt.complaint = "it must be given"
      } else if prompt.index + 1 < count {
        prompt.index += 1
      } else if let missing = prompt.fields.indices.first(where: prompt.isMissing) {
        (prompt.index, prompt.complaint) = (missing, "it must be given")
      } else {
        (self.prompt, submitted) = (nil, prompt)
        return .act(prompt.action.name, prompt.target, prompt.texts)
      }
    default: break
    }
    self.prompt = prompt
    return nil
  }

  /// Takes a key while only yes or no is asked.
  private mutating func pressInQuestion(_ key: WatchKey, _ question: Prompt) -> Command? {
    switch key {
    case .enter, .character("y"), .character("Y"):
      prompt = nil
      return .act(question.action.name, question.target)
    case .escape, .character("n"), .character("N"), .character("q"): prompt = nil
    default: break
    }
    return nil
  }

  /// Takes what became of the last command: asks again for what was refused.
  ///
  /// - Parameter complaint: Why it was not done; `nil` if it was.
  package mutating func didAct(_ complaint: String?) {
    defer { submitted = nil }
    guard let complaint else { return }
    guard var prompt = submitted else { return message = complaint }
    prompt.complaint = complaint
    // The name in the error is most likely the field to change.
    let named = prompt.fields.firstIndex { complaint.contains("'\($0.parameter.name)'") }
    prompt.index = named ?? prompt.index
    self.prompt = prompt
  }

  // MARK: Actions by their names

  /// The actions whose names begin with the typed text and that apply to the selection.
  var namedActions: [(action: WatchFeatures.Action, target: WatchFeatures.Target)] {
    guard let typedAction else { return [] }
    return features.actions.compactMap { action in
      guard action.name.hasPrefix(typedAction), let target = target(of: action) else { return nil }
      return (action, target)
    }
  }

  mutating func typeAction(_ key: WatchKey) -> Command? {
    let typed = typedAction ?? ""
    switch key {
    case .character(let character): typedAction = typed + String(character)
    case .backspace: typedAction = typed.isEmpty ? nil : String(typed.dropLast())
    case .tab: typedAction = namedActions.first?.action.name ?? typed
    case .escape: typedAction = nil
    case .enter:
      let found = namedActions.first { $0.action.name == typed } ?? namedActions.first
      let isKnown = features.actions.contains { $0.name.hasPrefix(typed) }
      typedAction = nil
      guard let found else {
        message =
          isKnown
          ? "'\(typed.inert)' cannot be done here; choose an item that it is for"
          : "the feed has no action '\(typed.inert)'"
        return nil
      }
      return begin(found.action, found.target, asksForAll: true)
    default: break
    }
    return nil
  }

  // MARK: Painting

  /// The line in which the user types, if there is one.
  var inputLine: TextLine? {
    if let prompt { return line(of: prompt) }
    if typedAction != nil { return actionLine }
    if let typedVersion { return TextLine("version: " + typedVersion + "▏", .strong) }
    if filtering.isTyping { return filterLine }
    guard search.isTyping else { return nil }
    let place = search.text.isEmpty ? "" : "  " + search.place
    let room = max(columns - TerminalWidth.of(place) - 2, 1)
    var line = TextLine("/" + search.text.inert.truncatedAtStart(to: room) + "▏", .strong)
    line.append(place, .faint)
    return line
  }

  private func line(of prompt: Prompt) -> TextLine {
    var line = TextLine(prompt.action.title.inert + "  ", .faint)
    if let question = prompt.action.confirm {
      if case .item(let item) = prompt.target, let content = snapshot.composition.content(of: item)
      {
        let title = ItemFace(content, appearance: appearance.items[item.kind]).title
        if !title.isEmpty { line.append(title.inert.truncated(to: columns / 3) + "  ", .accent) }
      }
      line.append(question.inert + "  ", .strong)
    }
    if prompt.fields.isEmpty {
      line.append("y yes  n no", .faint)
      return line
    }
    for (index, field) in prompt.fields.enumerated() {
      let isTyped = index == prompt.index
      line.append(field.parameter.name.inert + ": ", isTyped ? .accent : .faint)
      let room = max(columns / 3, 4)
      let text = field.text.inert.truncatedAtStart(to: room) + (isTyped ? "▏" : "")
      line.append(text + "  ", isTyped ? .strong : .faint)
    }
    if let complaint = prompt.complaint {
      // Why it was refused matters more than what else was typed.
      let field = prompt.fields[prompt.index]
      line = TextLine("\(field.parameter.name.inert): ", .accent)
      line.append(field.text.inert.truncatedAtStart(to: columns / 3) + "▏  ", .strong)
      line.append(complaint.inert, .alert)
    } else {
      line.append(
        prompt.fields.count > 1 ? "⏎ next  Tab other  Esc stop" : "⏎ do it  Esc stop",
        .faint
      )
    }
    return line
  }

  private var actionLine: TextLine {
    var line = TextLine(":" + (typedAction ?? "").inert + "▏  ", .strong)
    let names = namedActions.map { $0.action.name.inert }
    line.append(names.isEmpty ? "no such action here" : names.joined(separator: "  "), .faint)
    return line
  }
}

extension WatchModel.Prompt {
  /// Returns whether a required field is empty.
  func isMissing(_ index: Int) -> Bool {
    fields[index].parameter.initial == nil && fields[index].text.isEmpty
  }

  /// The typed texts, by the names of the parameters; unchanged fields are left out.
  var texts: [String: String] {
    fields.reduce(into: [:]) { texts, field in
      if field.text != field.parameter.initial { texts[field.parameter.name] = field.text }
    }
  }
}

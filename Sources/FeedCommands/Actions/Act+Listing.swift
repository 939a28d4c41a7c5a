import FeedDefinition
import FeedModel
import FeedRendering
import FeedSnapshots

extension Act {
  /// Prints the actions of the feed.
  func list() throws {
    let actions = try FeedFile.open(feed, options.trust).feed.actions
    var output = OutputBuffer()
    switch options.format {
    case .text:
      let width = actions.reduce(0) { max($0, $1.name.count) }
      for action in actions {
        let name = action.name + String(repeating: " ", count: width - action.name.count)
        let parts = [action.targetText, action.title, action.parameterText].compactMap { $0 }
        try output.write("\(name)  \(parts.joined(separator: "; "))".onOneLine + "\n")
      }
      if actions.isEmpty { Console.error("\(feed): the feed declares no actions") }
    case .json:
      var json = JSONWriter()
      json.array { json in for action in actions { json.action(action) } }
      json.endLine()
      try output.write(json)
    }
    try output.flush()
  }
}

extension ActionDeclaration {
  /// The targets of the action, as text.
  fileprivate var targetText: String {
    let names = items.map(\.description) + sections.map { "section \($0)" }
    return names.isEmpty ? "the feed" : names.joined(separator: ", ")
  }

  fileprivate var parameterText: String? {
    let all = needs.map { "\($0)=…" } + defaults.map { "\($0.name)=\($0.value)" }
    return all.isEmpty ? nil : "--set " + all.joined(separator: ", ")
  }
}

extension JSONWriter {
  fileprivate mutating func action(_ action: ActionDeclaration) {
    object { json in
      json.field("name", value: .text(Text(action.name)))
      json.key("title")
      json.text(action.title)
      json.key("key")
      json.text(action.key)
      json.key("items")
      json.array { json in for item in action.items { json.text(item.description) } }
      json.key("sections")
      json.array { json in for section in action.sections { json.text(section.description) } }
      json.key("needs")
      json.array { json in for name in action.needs { json.text(name) } }
      json.key("set")
      json.object { json in
        for value in action.defaults { json.field(value.name, value: value.value) }
      }
    }
  }
}

import FeedFormatting
package import FeedModel

/// Actions in JSON, without their statements.
package struct DescribedActions: Sendable {
  private let actions: [ActionDeclaration]

  /// Describes actions.
  package init(_ actions: [ActionDeclaration]) { self.actions = actions }

  /// Writes the list of actions.
  ///
  /// - Parameter withEffects: Whether the list has the effects on a viewer, which only the page knows.
  package func write(withEffects: Bool = false, into json: inout JSONWriter) {
    json.array { json in
      for action in actions {
        json.object { write(action, withEffects, into: &$0) }
      }
    }
  }

  private func write(
    _ action: ActionDeclaration,
    _ withEffects: Bool,
    into json: inout JSONWriter
  ) {
    let target = action.items.isEmpty ? action.sections.isEmpty ? "feed" : "section" : "item"
    for (key, text) in [
      ("id", action.name), ("title", action.title ?? action.name), ("on", target),
    ] {
      json.key(key)
      json.text(text)
    }
    write("kinds", action.items.map(\.description), into: &json)
    write("sections", action.sections.map(\.description), into: &json)
    for case (let key, let text?) in [("key", action.key), ("confirm", action.confirm)] {
      json.key(key)
      json.text(text)
    }
    json.key("parameters")
    json.array { json in
      for name in action.needs { write(name, default: nil, into: &json) }
      for parameter in action.defaults {
        write(parameter.name, default: parameter.value, into: &json)
      }
    }
    write("checks", action.checks.map(\.sql), into: &json)
    json.key("viewer")
    guard withEffects, let effect = action.viewer else { return json.bool(action.viewer != nil) }
    json.object { json in
      switch effect {
      case .toggle(let flag):
        json.key("toggle")
        json.text(flag)
      case .fold:
        json.key("fold")
        json.text("group")
      case .show(let sections): write("show", sections, into: &json)
      }
    }
  }

  /// Writes a parameter; without a default, it is required.
  private func write(_ name: String, default value: Value?, into json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.text(name)
      if let type = value?.typeName {
        json.key("type")
        json.text(type)
      }
      json.key("required")
      json.bool(value == nil)
      if let value { json.field("default", value: value) }
    }
  }

  private func write(_ key: String, _ names: [String], into json: inout JSONWriter) {
    guard !names.isEmpty else { return }
    json.key(key)
    json.array { json in
      for name in names { json.text(name) }
    }
  }
}

extension Value {
  /// The type of the parameter that has this default, or `nil`.
  fileprivate var typeName: String? {
    switch self {
    case .integer: "integer"
    case .real: "number"
    case .text: "text"
    case .null, .blob: nil
    }
  }
}

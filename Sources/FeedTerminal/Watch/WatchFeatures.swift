import FeedFormatting
package import FeedModel

/// The actions and moves that a reader may perform.
package struct WatchFeatures: Hashable, Sendable {
  /// An action that the feed file declares.
  package struct Action: Hashable, Sendable {
    package var name: String
    /// The title of the action, for people.
    package var title: String
    /// The question that is asked before it is done; `nil` if it is done at once.
    package var confirm: String?
    /// The key that does it: a character, `enter` or `space`.
    package var key: String?
    /// The kinds of items that it is done to.
    package var kinds: [Name]
    /// The declarations of the sections that it is done to.
    package var sections: [Name]
    /// The parameters that the user can set.
    package var parameters: [Parameter]

    package init(
      name: String,
      title: String? = nil,
      confirm: String? = nil,
      key: String? = nil,
      kinds: [Name] = [],
      sections: [Name] = [],
      parameters: [Parameter] = []
    ) {
      self.name = name
      self.title = title ?? name
      self.confirm = confirm
      self.key = key
      self.kinds = kinds
      self.sections = sections
      self.parameters = parameters
    }

    /// Whether it is done to the feed as a whole.
    var isForTheWhole: Bool { kinds.isEmpty && sections.isEmpty }

    /// The name of the key in a list of keys.
    var keyName: String {
      switch key {
      case "enter"?: "⏎"
      case "space"?: "space"
      case let key?: key
      case nil: ""
      }
    }
  }

  /// A value that a user gives to an action.
  package struct Parameter: Hashable, Sendable {
    package var name: String
    /// The default value, as a user would type it; `nil` for a required parameter.
    package var initial: String?

    package init(name: String, initial: String? = nil) {
      self.name = name
      self.initial = initial
    }
  }

  /// The target of an action.
  package enum Target: Hashable, Sendable {
    case item(ItemID)
    case section(SectionID)
    case feed
  }

  package var actions: [Action]
  /// The declarations of the sections whose items can be put into another order.
  package var reorderable: Set<Name>

  package init(actions: [Action] = [], reorderable: Set<Name> = []) {
    self.actions = actions
    self.reorderable = reorderable
  }

  /// The keys of the page, which a feed cannot use.
  static let reserved: Set<String> = ["q", "?", "/", "i", "j", "k", "h", "l", "p", "[", "]", ":"]

  /// The actions that a key does.
  func actions(for key: String) -> [Action] {
    Self.reserved.contains(key) ? [] : actions.filter { $0.key == key }
  }
}

extension WatchFeatures {
  /// The keys of the actions with their titles, and with their targets where one key has several actions.
  var keys: [(keys: String, what: String)] {
    var keys: [String] = []
    for action in actions where action.key != nil && !keys.contains(action.keyName) {
      keys.append(action.keyName)
    }
    return keys.map { key in
      let own = actions.filter { $0.key != nil && $0.keyName == key }
      let texts = own.map { action in
        let targets = (action.kinds + action.sections).map(\.description)
        return own.count == 1 || targets.isEmpty
          ? action.title : "\(action.title) (\(targets.joined(separator: ", ")))"
      }
      return (key, texts.joined(separator: "; ").inert)
    }
  }
}

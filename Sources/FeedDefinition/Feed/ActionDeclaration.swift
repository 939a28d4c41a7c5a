public import FeedFormatting
public import FeedModel

/// An action of the feed file: statements that a reader runs for an item, a section or the feed.
///
/// Its statements take the parameters `:id`, the key of the object that the item shows; `:group`, the
/// key of the group that the section shows; `:now`, the time that the caller passes; and the declared
/// parameters. A key of several columns is passed as one parameter per column, under the column's name.
public struct ActionDeclaration: Hashable, Sendable {
  /// The name of the action.
  public var name: String
  /// A title for readers, or `nil`.
  public var title: String?
  /// A question that readers must answer with yes before it runs, or `nil`; programs are not asked.
  public var confirm: String?
  /// The keyboard key that runs it: a character, `enter` or `space`; `nil` for no key.
  public var key: String?
  /// The kinds of items that it applies to.
  public var items: [Name]
  /// The declarations of the sections that it applies to.
  public var sections: [Name]
  /// The required parameters.
  public var needs: [String]
  /// The optional parameters and their default values.
  public var defaults: [Default]
  /// The statements, in execution order.
  public var statements: [String]
  /// Conditions on the parameters; the action is refused unless all of them hold.
  public var checks: [RowCondition]
  /// The statements that undo it, run with its parameters; if empty, undo restores the changed rows.
  public var undo: [String]
  /// An effect on the viewer's page that replaces the statements; `nil` if the statements run.
  public var viewer: ViewerEffect?

  /// An optional parameter.
  public struct Default: Hashable, Sendable {
    /// The name of the parameter, without the colon.
    public var name: String
    /// The default value.
    public var value: Value

    /// Declares a parameter.
    ///
    /// - Parameter name: The name of the parameter, without the colon.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// Declares an action.
  public init(
    name: String,
    title: String? = nil,
    confirm: String? = nil,
    key: String? = nil,
    items: [Name] = [],
    sections: [Name] = [],
    needs: [String] = [],
    defaults: [Default] = [],
    statements: [String],
    checks: [RowCondition] = [],
    undo: [String] = [],
    viewer: ViewerEffect? = nil
  ) {
    self.name = name
    self.title = title
    self.confirm = confirm
    self.key = key
    self.items = items
    self.sections = sections
    self.needs = needs
    self.defaults = defaults
    self.statements = statements
    self.checks = checks
    self.undo = undo
    self.viewer = viewer
  }

  /// Whether the action applies to the whole feed instead of an item or a section.
  public var isForTheWhole: Bool { items.isEmpty && sections.isEmpty }
}

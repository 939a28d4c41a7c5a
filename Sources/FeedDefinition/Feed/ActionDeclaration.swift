public import FeedFormatting
public import FeedModel

/// An action as the feed file declares it: what a reader may do to an item or a section.
///
/// Its statements take the parameters `:id`, the key of the object that the item shows; `:group`, the
/// key of the group that the section shows; `:now`, the time that the caller gives; and those that
/// are declared. An object whose key has several columns gives each of them under its name.
public struct ActionDeclaration: Hashable, Sendable {
  /// What the action is called.
  public var name: String
  /// What it does, in words for people, or nothing.
  public var title: String?
  /// The key of a keyboard that does it: a character, `enter` or `space`; or nothing.
  public var key: String?
  /// The kinds of items that it is done to.
  public var items: [Name]
  /// The declarations of the sections that it is done to.
  public var sections: [Name]
  /// The parameters that the caller must give.
  public var needs: [String]
  /// The parameters that the caller may give, and what they are otherwise.
  public var defaults: [Default]
  /// The statements, in the order in which they run.
  public var statements: [String]
  /// What must hold for the parameters, or else nothing is done.
  public var checks: [FieldCondition]
  /// The statements that undo it, with the parameters that it was done with; without any, the rows are
  /// put back that it changed.
  public var undo: [String]
  /// What it does on the page for its viewer alone, instead of the statements; `nil` if it does these.
  public var viewer: ViewerEffect?

  /// A parameter that need not be given.
  public struct Default: Hashable, Sendable {
    /// The name of the parameter, without the colon.
    public var name: String
    /// What it is unless it is given.
    public var value: Value

    /// Declares a parameter.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter, without the colon.
    ///   - value: What it is unless it is given.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// Declares an action.
  ///
  /// - Parameters:
  ///   - name: What the action is called.
  ///   - title: What it does, in words for people.
  ///   - key: The key of a keyboard that does it.
  ///   - items: The kinds of items that it is done to.
  ///   - sections: The declarations of the sections that it is done to.
  ///   - needs: The parameters that the caller must give.
  ///   - defaults: The parameters that the caller may give.
  ///   - statements: The statements.
  ///   - checks: What must hold for the parameters.
  ///   - undo: The statements that undo it.
  ///   - viewer: What it does on the page for its viewer alone.
  public init(
    name: String,
    title: String? = nil,
    key: String? = nil,
    items: [Name] = [],
    sections: [Name] = [],
    needs: [String] = [],
    defaults: [Default] = [],
    statements: [String],
    checks: [FieldCondition] = [],
    undo: [String] = [],
    viewer: ViewerEffect? = nil
  ) {
    self.name = name
    self.title = title
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

  /// Whether the action is done to the feed as a whole, and not to an item or a section.
  public var isForTheWhole: Bool { items.isEmpty && sections.isEmpty }
}

/// What is to become of one place of a tree, as counted before any edit.
@usableFromInline
struct TreeEdit<Element: TreeElement> {
  /// What is done there.
  @usableFromInline
  enum Kind {
    /// The element leaves.
    case remove
    /// Another version of the element takes its place.
    case replace(Element)
    /// A new element comes before the one that is there.
    case insert(Element)
  }

  @usableFromInline
  let offset: Int
  @usableFromInline
  let kind: Kind

  @inlinable
  init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }
}

/// Another version of an element, to take the place of one.
@usableFromInline
protocol TreeReplacement<Element> {
  associatedtype Element: TreeElement

  var offset: Int { get }
  var element: Element { get }
}

/// What many edits of a tree did, for the indices and for the batch.
@usableFromInline
struct TreeEditLog<Element: TreeElement> {
  /// The removed elements in order, with the leaves that they were in.
  @usableFromInline
  var departures: ContiguousArray<(element: Element, leaf: UInt32)> = []
  /// The leaves that the inserted elements came into, in order.
  @usableFromInline
  var arrivals: ContiguousArray<UInt32> = []
  /// Whether each replacement, in order, shows something else than what it replaced.
  @usableFromInline
  var differences: ContiguousArray<Bool> = []

  @inlinable
  init() {}
}

/// An edit at an offset of a tree, counted before all edits.
@usableFromInline
struct TreeEdit<Element: TreeElement> {
  /// The kind of edit.
  @usableFromInline
  enum Kind {
    /// The element is removed.
    case remove
    /// Another version of the element replaces it.
    case replace(Element)
    /// A new element is inserted before the existing one.
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

/// Another version of an element, which replaces it.
@usableFromInline
protocol TreeReplacement<Element> {
  associatedtype Element: TreeElement

  var offset: Int { get }
  var element: Element { get }
}

/// The results of many edits of a tree, for the indices and for the batch.
@usableFromInline
struct TreeEditLog<Element: TreeElement> {
  /// The removed elements in order, with their leaves.
  @usableFromInline
  var departures: ContiguousArray<(element: Element, leaf: UInt32)> = []
  /// The leaves of the inserted elements, in order.
  @usableFromInline
  var arrivals: ContiguousArray<UInt32> = []
  /// Whether each replacement, in order, differs from the element that it replaced.
  @usableFromInline
  var differences: ContiguousArray<Bool> = []

  @inlinable
  init() {}
}

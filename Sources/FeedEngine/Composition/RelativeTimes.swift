import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots

/// The times that items show relative to now, and the time of each item's next change.
///
/// The distance of a time from now, rounded as displayed, is part of an item's content. So an item
/// changes exactly when its text does, snapshots need no clock, and replicas with the same ticks
/// have the same contents. A tick reads only the items that are due.
final class RelativeTimes {
  private let fields: [Name: [RelativeField]]
  /// The time of the last tick.
  private var time = Value.null
  /// The same in microseconds since 1970; `nil` before the first tick, or if the tick's time is not a date.
  private var now: Int64?
  private var due = DueItems()
  /// The number of items when items that left the feed were last removed.
  private var keptCount = 0
  /// The number of items that ticks have read.
  private(set) var itemsAsked = 0

  /// Gathers what the items of a feed show relative to now; `nil` if they show nothing so.
  init?(_ feed: Feed) {
    let pairs = feed.items.map { (Name($0), $1.relativeFields) }.filter { !$0.1.isEmpty }
    guard !pairs.isEmpty else { return nil }
    fields = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Returns the relative times of the items of a kind; `nil` if they have none.
  func look(of kind: Name) -> RelativeLook? {
    fields[kind].map { RelativeLook(fields: $0, times: self) }
  }

  /// Begins at a time, with no items.
  func begin(at time: Value) {
    self.time = time
    now = time.microsecondsSince1970
    due = DueItems()
    keptCount = 0
  }

  /// Advances to the time of a tick, or back to that of an earlier one.
  ///
  /// - Returns: The items that may show something else now.
  /// - Complexity: O(*k* log *n*) for *k* items that are due; O(*n*) if time goes back.
  func advance(to time: Value) -> [ItemID] {
    guard time != self.time else { return [] }
    self.time = time
    let before = now
    now = time.microsecondsSince1970
    guard let now, now >= before ?? .min else { return due.takeAll() }
    return due.take(through: now)
  }

  /// Returns the content of an item with its current distances.
  func measured(_ item: ItemID, _ content: Content) -> Content? {
    guard let fields = fields[item.kind] else { return nil }
    itemsAsked += 1
    var values = content.values
    measure(item, fields, content.shape, &values)
    return Content(shape: content.shape, values: values)
  }

  /// Forgets items that are no longer shown, once they may be the most.
  func forget(unless isShown: (ItemID) -> Bool) {
    guard due.count > 2 * keptCount + 1024 else { return }
    due.keep(where: isShown)
    keptCount = due.count
  }

  /// Fills in the distances of an item, and notes when the first of them changes.
  fileprivate func measure(
    _ item: ItemID,
    _ fields: [RelativeField],
    _ shape: Content.Shape,
    _ values: inout ContiguousArray<Value>
  ) {
    var end: Int64?
    for field in fields {
      guard let place = shape.index(of: field.name), let source = shape.index(of: field.field)
      else { continue }
      values[place] = .null
      guard let instant = values[source].microsecondsSince1970 else { continue }
      // Before the first tick, the item is due at the first tick.
      let reading = now.map { field.format.reading(of: instant, at: $0) }
      if let reading { values[place] = .integer(reading.distance) }
      end = min(end ?? .max, reading.map { $0.end ?? .max } ?? .min)
    }
    due.set(end, of: item)
  }
}

/// The relative times of the items of one kind for the objects of one query or document.
final class RelativeLook {
  private let fields: [RelativeField]
  private let times: RelativeTimes
  /// The names of what the objects have, and of the whole contents.
  private var shapes: (base: Content.Shape, whole: Content.Shape)?

  fileprivate init(fields: [RelativeField], times: RelativeTimes) {
    self.fields = fields
    self.times = times
  }

  /// Returns the content of an item: the fields of its object and the distances of its times from
  /// now.
  func content(of item: ItemID, _ base: Content) -> Content {
    let shape = whole(base.shape)
    var values = base.values
    values.append(contentsOf: repeatElement(.null, count: fields.count))
    times.measure(item, fields, shape, &values)
    return Content(shape: shape, values: values)
  }

  private func whole(_ base: Content.Shape) -> Content.Shape {
    if let shapes, shapes.base === base { return shapes.whole }
    let whole = Content.Shape(base.names + fields.map(\.name))
    shapes = (base, whole)
    return whole
  }
}

import FeedModel
import FeedStore

/// The members of a list after IN, as of the last evaluation.
final class KeptList {
  /// The effect of changed rows on the rows that are compared with the list.
  struct Change {
    /// The values that entered or left the list.
    var values: [Value] = []
    /// Whether the first NULL entered or the last NULL left, which concerns all rows.
    var hasOtherNulls = false
    /// Whether the first value entered or the last value left, which concerns rows with NULL.
    var hasOtherEmptiness = false
  }

  let plan: ListPlan
  /// Finds the rows that are equal to a value.
  let statement: Statement
  let dependents: Dependents
  /// Whether the members may not be those of the last evaluation; set by failures.
  var isStale = true
  /// The listed rows to read again in the current evaluation.
  var touched = KeySet()
  /// The value of each member, by its key.
  private var values: [ObjectKey: Value] = [:]
  /// The number of members with each value.
  private var counts: [Value: Int] = [:]
  private let keyRule: KeyRule
  private let keyCount: Int
  private let member: Statement
  private let members: Statement

  init(
    _ plan: ListPlan,
    of table: StoreSchema.Table,
    for dependents: Dependents,
    writer: Writer
  )
    throws
  {
    self.plan = plan
    self.dependents = dependents
    keyRule = KeyRule(table)
    keyCount = table.primaryKey.count
    statement = try writer.prepare(plan.sql)
    member = try writer.prepare(plan.member)
    members = try writer.prepare(plan.members)
  }

  /// Reads all members.
  ///
  /// - Throws: `StoreError` if the list cannot be read.
  func fill() throws {
    isStale = true
    values = [:]
    counts = [:]
    while try members.step() {
      let value = members.value(at: keyCount)
      values[keyRule.representative(of: members.key(at: 0, count: keyCount))] = value
      counts[value, default: 0] += 1
    }
    isStale = false
  }

  /// Reads the touched rows again.
  ///
  /// - Throws: `StoreError` if a row cannot be read.
  func update() throws -> Change {
    let (hadNull, wasEmpty) = (counts[.null] != nil, values.isEmpty)
    var before: [Value: Bool] = [:]
    var order: [Value] = []
    for key in touched.take() {
      let key = keyRule.representative(of: key)
      member.bind(key, at: 1)
      let new = try member.step() ? member.value(at: 0) : nil
      member.reset()
      let old = values[key]
      guard new != old else { continue }
      for value in [old, new].compactMap({ $0 }) where before[value] == nil {
        before[value] = counts[value] != nil
        order.append(value)
      }
      values[key] = new
      if let old { counts[old] = counts[old].flatMap { $0 > 1 ? $0 - 1 : nil } }
      if let new { counts[new, default: 0] += 1 }
    }
    return Change(
      values: order.filter { $0 != .null && before[$0] != (counts[$0] != nil) },
      hasOtherNulls: hadNull != (counts[.null] != nil),
      hasOtherEmptiness: plan.comparesNull && wasEmpty != values.isEmpty
    )
  }
}

/// Keys, each once, in the order in which they were added.
struct KeySet {
  private(set) var keys: [ObjectKey] = []
  private var known: Set<ObjectKey> = []

  mutating func insert(_ key: ObjectKey) {
    if known.insert(key).inserted { keys.append(key) }
  }

  /// Returns the keys and removes them.
  mutating func take() -> [ObjectKey] {
    defer { self = KeySet() }
    return keys
  }
}

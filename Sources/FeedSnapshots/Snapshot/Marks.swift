/// Ids to reload or reconfigure, in the order in which they were named.
@usableFromInline
struct Marks<ID: Hashable & Sendable>: Sendable {
  @usableFromInline
  var ids: [ID] = []
  @usableFromInline
  var set: Set<ID> = []

  @inlinable
  init() {}

  @inlinable
  mutating func insert(_ id: ID) {
    if set.insert(id).inserted { ids.append(id) }
  }

  @inlinable
  mutating func remove(where isGone: (ID) -> Bool) {
    guard !ids.isEmpty else { return }
    ids.removeAll(where: isGone)
    set = Set(ids)
  }
}

import FeedModel

extension QueryChanges {
  /// The differences from the fresh result, one text for each row and group, in the order of
  /// discovery.
  ///
  /// To be asked about changes that a check has found, where nothing has been written.
  var differences: [String] {
    var places: [ObjectIdentifier: [String]] = [:]
    for move in moves {
      places[ObjectIdentifier(move.record), default: []].append(Self.text(of: move))
    }
    let rows = objects.map { change in
      let parts =
        Self.fields(of: change) + (places[ObjectIdentifier(change.record)] ?? [])
      return "\(change.record.id): " + parts.joined(separator: "; ")
    }
    return rows + groups.map(Self.text)
  }

  private static func fields(of change: ObjectChange) -> [String] {
    guard let old = change.oldContent else { return [] }
    let new = change.record.content
    return new.shape.names.indices.compactMap { index in
      guard index < old.values.count, old.values[index] != new.values[index] else { return nil }
      return "\(new.shape.names[index]) was \(old.values[index]), is \(new.values[index])"
    }
  }

  private static func text(of move: PlacementChange) -> String {
    switch (move.removal?.partition.key, move.insertion?.key) {
    case (nil, _): "was missing"
    case (_, nil): "was there, and is not"
    case (let old?, let new?) where old == new: "was in another place"
    case (let old?, let new?): "was in list \(old), is in list \(new)"
    }
  }

  private static func text(of change: GroupChange) -> String {
    var parts: [String] = []
    if change.isReordered { parts.append("may have been in another place") }
    if change.isRetitled { parts.append("had another title or other aggregates") }
    if change.isRefolded { parts.append("was folded the other way") }
    return "group \(change.partition.key): " + parts.joined(separator: "; ")
  }
}

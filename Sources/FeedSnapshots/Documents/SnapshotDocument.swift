/// A snapshot as a file describes it: sections of items, all known by texts.
///
/// ```json
/// {"sections": [{"id": "a", "items": ["1", "2"]}, {"id": "b", "items": []}]}
/// ```
///
/// Ids are compared by their UTF-8 bytes, never by Unicode equivalence.
public struct SnapshotDocument: Hashable, Sendable, Decodable {
  /// A section as a file describes it.
  public struct Section: Hashable, Sendable, Decodable {
    /// The section's id.
    public var id: String
    /// The ids of its items, in order.
    public var items: [String]

    /// Describes a section.
    ///
    /// - Parameters:
    ///   - id: The section's id.
    ///   - items: The ids of its items, in order.
    public init(id: String, items: [String]) {
      self.id = id
      self.items = items
    }
  }

  /// The sections, in order.
  public var sections: [Section]

  /// Describes a snapshot.
  ///
  /// - Parameter sections: The sections, in order.
  public init(sections: [Section]) { self.sections = sections }

  /// Makes the snapshot that is described.
  ///
  /// - Returns: The snapshot.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection`` or
  ///   ``SnapshotError/Code/duplicateItem``.
  /// - Complexity: O(*n*).
  public func snapshot() throws(SnapshotError) -> Snapshot<Text, Text> {
    var result = Snapshot<Text, Text>()
    try result.appendSections(sections.map { Text($0.id) })
    for section in sections {
      let items = section.items.map { SnapshotEntry(id: Text($0)) }
      // Appending to the snapshot itself would move an item that another section names, too.
      do throws(SnapshotError) {
        try result.base.insertItems(items, inSection: Text(section.id), at: 0)
      } catch {
        throw .itemRepeated(error.id)
      }
    }
    return result
  }
}

/// Two snapshots and what is marked in the second, as a line of text describes them.
///
/// ```json
/// {"old": {"sections": []}, "new": {"sections": []}, "reload": ["1"], "reconfigure": ["2"]}
/// ```
public struct DiffLine: Hashable, Sendable, Decodable {
  /// The snapshot to start with.
  public var old: SnapshotDocument
  /// The snapshot to end with.
  public var new: SnapshotDocument
  /// The items of the new snapshot to be shown afresh.
  public var reload: [String]?
  /// The items of the new snapshot whose views are to stay but to show something else.
  public var reconfigure: [String]?

  /// Describes a pair of snapshots.
  ///
  /// - Parameters:
  ///   - old: The snapshot to start with.
  ///   - new: The snapshot to end with.
  ///   - reload: The items to be shown afresh.
  ///   - reconfigure: The items whose views are to stay but to show something else.
  public init(
    old: SnapshotDocument,
    new: SnapshotDocument,
    reload: [String]? = nil,
    reconfigure: [String]? = nil
  ) {
    self.old = old
    self.new = new
    self.reload = reload
    self.reconfigure = reconfigure
  }

  /// Makes both snapshots, the new one with its marks.
  ///
  /// - Returns: The snapshots.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection``,
  ///   ``SnapshotError/Code/duplicateItem`` or ``SnapshotError/Code/unknownItem``.
  /// - Complexity: O(*n*).
  public func snapshots() throws(SnapshotError) -> (
    old: Snapshot<Text, Text>, new: Snapshot<Text, Text>
  ) {
    let old = try old.snapshot()
    var new = try new.snapshot()
    try new.reloadItems((reload ?? []).map { Text($0) })
    try new.reconfigureItems((reconfigure ?? []).map { Text($0) })
    return (old, new)
  }

  /// Finds the batch that leads from the old snapshot to the new one.
  ///
  /// - Parameter profile: Whether items may come, go or move inside sections that move.
  /// - Returns: The batch.
  /// - Throws: ``SnapshotError`` as ``snapshots()``.
  /// - Complexity: O(*n*).
  public func updates(profile: UpdateProfile = .safe) throws(SnapshotError) -> BatchUpdates {
    let (old, new) = try snapshots()
    return old.updates(to: new, profile: profile)
  }

  /// Answers the line with a batch, or with what is wrong with it.
  ///
  /// - Parameter profile: Whether items may come, go or move inside sections that move.
  /// - Returns: What to write as the answer.
  /// - Complexity: O(*n*).
  public func answer(profile: UpdateProfile = .safe) -> DiffAnswer {
    do {
      return .updates(try updates(profile: profile))
    } catch {
      return .error(code: error.code.rawValue, message: error.message)
    }
  }
}

/// The answer to a pair of snapshots: a batch, or `{"error": {"code": …, "message": …}}`.
public enum DiffAnswer: Hashable, Sendable, Encodable {
  /// The batch that leads from the old snapshot to the new one.
  case updates(BatchUpdates)
  /// Why there is none.
  case error(code: String, message: String)

  private enum Key: String, CodingKey {
    case error, code, message
  }

  /// Writes the nine keys of the batch, or the error.
  ///
  /// - Parameter encoder: Where to write.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .updates(let batch): try batch.encode(to: encoder)
    case .error(let code, let message):
      var container = encoder.container(keyedBy: Key.self)
      var error = container.nestedContainer(keyedBy: Key.self, forKey: .error)
      try error.encode(code, forKey: .code)
      try error.encode(message, forKey: .message)
    }
  }
}

import FeedModel
import FeedStore

extension EngineCore {
  /// Commits an action of a user, and keeps its changes if they can be undone later.
  ///
  /// - Parameters:
  ///   - approve: Called with the version before the commit; it refuses the commit by throwing.
  ///   - body: A closure that writes. It may run twice, and must do the same each time.
  /// - Returns: The version that it led to, or `nil` if nothing visible changed.
  /// - Throws: The error of `commit`.
  func commitUndoably(
    _ title: String,
    approve: (FeedUpdate) throws -> Void = { _ in },
    _ body: (Writer) throws -> Void
  ) throws -> FeedUpdate? {
    guard undoLog != nil else { return try commit(needsFresh: true, approve: approve, body) }
    var record: RowRecord?
    let update = try commit(needsFresh: true, approve: approve) { writer in
      record = try writer.recording { try body(writer) }
    }
    if record?.isEmpty != true {
      undoLog?.append(.init(title: title, way: record.map { .rows($0) } ?? .none))
    }
    return update
  }

  /// Undoes what was done last.
  func undo() throws -> (title: String, update: FeedUpdate?) {
    guard let entry = undoLog?.last else { throw EngineError.nothingToUndo }
    do {
      let update = try commit(needsFresh: true) { writer in
        switch entry.way {
        case .statements(let statements, let parameters): try statements.run(parameters)
        case .rows(let record): try writer.putBack(record)
        case .none: throw EngineError.unrecorded(entry.title)
        }
      }
      undoLog?.removeLast()
      return (entry.title, update)
    } catch let change as RowsHaveChanged {
      undoLog?.removeLast()
      throw EngineError.notUndone(entry.title, change)
    } catch let error as EngineError {
      undoLog?.removeLast()
      throw error
    }
  }
}

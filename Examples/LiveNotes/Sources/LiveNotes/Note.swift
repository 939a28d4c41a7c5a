public import GRDB

/// A row of the app's own table, as the app has always had it.
public struct Note: Codable, FetchableRecord, PersistableRecord, Sendable {
  /// The primary key.
  public var id: Int64
  /// The folder that it lies in.
  public var folderId: Int64
  /// The text of the task.
  public var title: String
  /// Whether it is done.
  public var isDone: Bool

  /// Writes a note.
  public init(id: Int64, folderId: Int64, title: String, isDone: Bool = false) {
    self.id = id
    self.folderId = folderId
    self.title = title
    self.isDone = isDone
  }
}

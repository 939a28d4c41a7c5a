package import FeedEngine
import FeedModel

extension SequencedEntry {
  /// Reads an entry where it stands in a log.
  ///
  /// What nobody can read is refused by all who apply it, as a message is that nobody can apply.
  ///
  /// - Parameter entry: The entry.
  /// - Throws: ``LogError`` with code ``LogError/Code/newerEntry`` if a newer release has written it: others
  ///   can apply it.
  package init(reading entry: LoggedEntry) throws(LogError) {
    let read: Result<FeedEntry, EngineError>
    do throws(LogError) {
      read = .success(try FeedEntry(decoding: entry.bytes))
    } catch {
      if error.code == .newerEntry { throw error }
      read = .failure(.malformedEntry(error.message))
    }
    self.init(entry.sequence, SHA256.digest(of: entry.bytes), read)
  }
}

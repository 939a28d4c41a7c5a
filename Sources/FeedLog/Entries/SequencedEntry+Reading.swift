package import FeedEngine
import FeedModel

extension SequencedEntry {
  /// Decodes an entry of a log, with its number.
  ///
  /// An entry that cannot be decoded becomes a failure that every replica rejects in the same way.
  ///
  /// - Throws: ``LogError`` with code ``LogError/Code/newerEntry`` if a newer release has written it, because
  ///   replicas of that release can apply it.
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

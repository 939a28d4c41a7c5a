import CSQLite
import Foundation

extension Connection {
  /// Checks whether the files of the store still exist and are whole.
  ///
  /// - Parameter atOnce: Whether to check even if the last check was recent.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/lost``.
  func checkFiles(atOnce: Bool = false) throws { try files?.check(self, atOnce: atOnce) }

  /// Returns the damage to the store's files as the cause of an error, if there is any.
  ///
  /// - Returns: The damage to the store, or the given error.
  func explaining(_ error: any Error) -> any Error {
    guard let error = error as? StoreError, let failure = error.failure else { return error }
    if Bookkeeping.tables.contains(where: { failure.message.hasSuffix("no such table: \($0)") }) {
      return StoreError(
        .lost,
        "a bookkeeping table of the store was removed: \(failure.message)",
        hint: "restore a copy of the store, or start with a new one",
        failure: failure
      )
    }
    switch error.code {
    case .storage, .notADatabase, .cannotOpen, .readOnly:
      do { try checkFiles(atOnce: true) } catch { return error }
      return error
    default: return error
    }
  }
}

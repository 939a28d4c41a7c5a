import CSQLite
import Synchronization

/// The prepared statements of a connection, so that each is finalised once and on the right thread.
///
/// A statement may be released anywhere, but SQLite's connection must not be used while another
/// thread uses it. So a released statement waits here until the connection is used again.
final class StatementRegistry: Sendable {
  private struct State {
    var live: Set<UInt> = []
    var released: [UInt] = []
  }

  /// Guarded by the mutex; addresses, since pointers cannot be shared.
  private let state = Mutex(State())

  func add(_ statement: OpaquePointer) {
    let address = UInt(bitPattern: statement)
    state.withLock { _ = $0.live.insert(address) }
  }

  /// Marks a statement as no longer needed.
  func release(_ statement: OpaquePointer) {
    let address = UInt(bitPattern: statement)
    state.withLock { state in
      if state.live.remove(address) != nil { state.released.append(address) }
    }
  }

  func finalizeReleased() {
    let released = state.withLock { state in
      let released = state.released
      if !released.isEmpty { state.released = [] }
      return released
    }
    for address in released { unsafe sqlite3_finalize(OpaquePointer(bitPattern: address)) }
  }

  /// Finalises every statement; those that are still referred to must not be used again.
  func finalizeAll() {
    let all = state.withLock { state in
      let all = state.released + state.live
      state = State()
      return all
    }
    for address in all { unsafe sqlite3_finalize(OpaquePointer(bitPattern: address)) }
  }

  /// Resets every statement, so that none stands in the way of a rollback.
  func resetAll() {
    for address in state.withLock({ $0.live }) {
      unsafe sqlite3_reset(OpaquePointer(bitPattern: address))
    }
  }

  deinit { finalizeAll() }
}

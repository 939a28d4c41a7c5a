import Synchronization

/// An object that lives behind the lock of a store, together with the statements that it keeps.
///
/// The object is used by ``withObject(_:)`` alone, and leaves the store when this is released.
package final class Resident<Object: AnyObject>: Sendable {
  private let store: Store
  private let number: Int

  /// Makes an object behind the lock of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - access: Shows that a connection that is shared is at hand.
  ///   - make: Makes the object, and says what is to be known of it outside.
  /// - Returns: The resident, and what is to be known.
  /// - Throws: What the body throws, or ``StoreError`` if the store is closed.
  package static func settle<Result: Sendable>(
    in store: Store,
    _ access: SharedAccess? = nil,
    _ make: @Sendable (Writer) throws -> (Object, Result)
  ) throws -> (Resident, Result) {
    let (number, result) = try store.hold(access) { guarded in
      let (object, result) = try make(guarded.owned.writer)
      guarded.lastNumber += 1
      guarded.owned.residents[guarded.lastNumber] = object
      return (guarded.lastNumber, result)
    }
    return (Resident(store: store, number: number), result)
  }

  private init(store: Store, number: Int) {
    self.store = store
    self.number = number
  }

  // Whoever releases it may hold the store at this moment.
  deinit { store.departures.add(number) }

  /// Runs a body with the object and the writer.
  ///
  /// - Parameters:
  ///   - access: Shows that a connection that is shared is at hand.
  ///   - body: What to do; calling the store from it is a mistake that stops the program.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``StoreError`` if the store is closed.
  package func withObject<Result: Sendable>(
    _ access: SharedAccess? = nil,
    _ body: @Sendable (Object, Writer) throws -> Result
  ) throws -> Result {
    try store.hold(access) { guarded in
      try body(object(guarded.owned), guarded.owned.writer)
    }
  }

  /// Runs a body with the object alone, which must not touch the store.
  package func look<Result: Sendable>(_ body: @Sendable (Object) -> Result) -> Result {
    store.look { body(object($0.owned)) }
  }

  private func object(_ owned: OwnedStore) -> Object {
    guard let object = owned.residents[number] as? Object else {
      preconditionFailure("a resident has left its store")
    }
    return object
  }
}

/// The residents that were released, to be let go by whoever holds the store next.
final class Departures: Sendable {
  private let numbers = Mutex<[Int]>([])
  private let areThere = Atomic(false)

  func add(_ number: Int) {
    numbers.withLock { $0.append(number) }
    areThere.store(true, ordering: .releasing)
  }

  func take() -> [Int] {
    guard areThere.exchange(false, ordering: .acquiring) else { return [] }
    return numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
  }
}

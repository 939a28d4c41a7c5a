import Synchronization

/// An object guarded by the lock of a store, together with its statements.
///
/// The object is used only in ``withObject(_:)``, and removed from the store when this is released.
package final class LockedObject<Object: AnyObject>: Sendable {
  private let store: Store
  private let number: Int

  /// Creates an object guarded by the lock of a store.
  ///
  /// - Throws: The error of the closure, or ``StoreError`` if the store is closed.
  package static func make<Result: Sendable>(
    in store: Store,
    _ access: SharedAccess? = nil,
    _ make: @Sendable (Writer) throws -> (Object, Result)
  ) throws -> (LockedObject, Result) {
    let (number, result) = try store.hold(access) { guarded in
      let (object, result) = try make(guarded.owned.writer)
      guarded.lastNumber += 1
      guarded.owned.objects[guarded.lastNumber] = object
      return (guarded.lastNumber, result)
    }
    return (LockedObject(store: store, number: number), result)
  }

  private init(store: Store, number: Int) {
    self.store = store
    self.number = number
  }

  // The releasing code may hold the store at this moment.
  deinit { store.releasedObjects.add(number) }

  /// Runs a body with the object and the writer.
  ///
  /// - Parameter body: The closure to run; a call of the store in it traps.
  /// - Throws: The error of the body, or ``StoreError`` if the store is closed.
  package func withObject<Result: Sendable>(
    _ access: SharedAccess? = nil,
    _ body: @Sendable (Object, Writer) throws -> Result
  ) throws -> Result {
    try store.hold(access) { guarded in
      try body(object(guarded.owned), guarded.owned.writer)
    }
  }

  /// Runs a body with only the object; the body must not use the store.
  package func look<Result: Sendable>(_ body: @Sendable (Object) -> Result) -> Result {
    store.look { body(object($0.owned)) }
  }

  private func object(_ owned: OwnedStore) -> Object {
    guard let object = owned.objects[number] as? Object else {
      preconditionFailure("an object has been removed from its store")
    }
    return object
  }
}

/// The numbers of released objects; the next holder of the store removes these objects.
final class ReleasedObjects: Sendable {
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

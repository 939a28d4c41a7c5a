/// Shows that whoever calls has a shared connection at hand, as its program allows it.
package struct SharedAccess: Sendable {
  private let address: UInt

  /// - Parameter connection: The connection.
  package init(_ connection: OpaquePointer) { address = UInt(bitPattern: connection) }

  func isTo(_ connection: OpaquePointer) -> Bool {
    address == UInt(bitPattern: connection)
  }
}

extension Connection {
  /// Refuses to touch a shared connection where its program has not handed it over.
  func checkAccess(_ access: SharedAccess?) throws {
    guard let access else {
      throw StoreError(
        .sharedConnection,
        "the connection belongs to the program that shares it",
        hint:
          "write with the program's own means, and call 'catchUp(on:)' where it has the connection"
      )
    }
    guard unsafe access.isTo(handle) else {
      throw StoreError(
        .sharedConnection,
        "this is another connection than the one that is shared",
        hint: "hand over the connection that the live queries were made with"
      )
    }
    guard isInAutocommit else {
      throw StoreError(
        .sharedConnection,
        "a transaction is open on the connection, and may yet be rolled back",
        hint: "catch up after the commit, as in 'inDatabase' of GRDB"
      )
    }
  }
}

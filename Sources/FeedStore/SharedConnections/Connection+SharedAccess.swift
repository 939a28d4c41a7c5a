extension Connection {
  /// Throws an error if the caller has no access to a shared connection.
  func checkAccess(_ access: SharedAccess?) throws {
    guard let access else {
      throw StoreError(
        .sharedConnection,
        "the connection belongs to the program that shares it",
        hint:
          "write through the program; where it has the connection, call 'catchUp(on:)', "
          + "'check(_:on:)' or 'close(on:)' instead"
      )
    }
    guard unsafe access.isTo(handle) else {
      throw StoreError(
        .sharedConnection,
        "this is not the shared connection",
        hint: "pass the connection with which the live queries were opened"
      )
    }
    guard isInAutocommit else {
      throw StoreError(
        .sharedConnection,
        "a transaction is open on the connection, and may still be rolled back",
        hint: "catch up after the commit, as in 'inDatabase' of GRDB"
      )
    }
  }
}

/// Proof that the caller has access to a shared connection.
package struct SharedAccess: Sendable {
  private let address: UInt

  package init(_ connection: OpaquePointer) { address = UInt(bitPattern: connection) }

  func isTo(_ connection: OpaquePointer) -> Bool {
    address == UInt(bitPattern: connection)
  }
}

/// Others have written to the store what whoever asked does not know yet.
package struct StaleRows: Error {}

extension Writer {
  /// Stops what must not be done while others have written.
  ///
  /// - Throws: ``StaleRows`` if they have, or ``StoreError`` if the store cannot be read.
  package func refuseOutsideChanges() throws {
    if try hasOutsideChanges() { throw StaleRows() }
  }
}

extension Writer {
  /// Throws an error if other programs have written since the last read.
  ///
  /// - Throws: ``OutsideWrite`` if they have, or ``StoreError`` if the store cannot be read.
  package func refuseOutsideChanges() throws {
    if try hasOutsideChanges() { throw OutsideWrite() }
  }
}

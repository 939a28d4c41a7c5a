extension Writer {
  /// Whether a transaction waits while another program writes, and blocks its thread.
  ///
  /// If not, it throws ``WriteLockTaken`` immediately, for a caller that can suspend instead.
  package var waitsForOthers: Bool {
    get { connection.waitsForOthers }
    set { connection.waitsForOthers = newValue }
  }
}

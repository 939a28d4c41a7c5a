extension BareConnection {
  /// The table of the position, with the row of a fixture of which nothing has been played.
  static func positionSchema(of fixture: String) -> String {
    """
    CREATE TABLE feed_position (fixture TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;
    INSERT INTO feed_position VALUES ('\(fixture)', 0);

    """
  }

  /// The statement that a store notes a fixture's position by, once it has noted one.
  func preparePosition(of fixture: String) throws -> Statement {
    try prepare("UPDATE feed_position SET line = ?1 WHERE fixture = '\(fixture)'")
  }
}

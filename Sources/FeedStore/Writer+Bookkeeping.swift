public import FeedModel

extension Writer {
  /// Stores the position of a fixture, in the current transaction.
  ///
  /// - Parameters:
  ///   - version: The version of the feed after that line, if versions are counted.
  ///   - digest: The digest of all lines up to that one, or `nil`.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setPosition(
    fixture: String,
    line: Int,
    version: Int = 0,
    digest: UInt64? = nil
  ) throws {
    try bookkeeping.make()
    // An upsert would first check for a conflict, on every line but the first.
    for task in [Bookkeeping.Task.setPosition, .addPosition] {
      let statement = try bookkeeping.statement(task, for: fixture)
      statement.bind(Int64(line), at: 2)
      statement.bind(Int64(version), at: 3)
      if let digest {
        statement.bind(Int64(bitPattern: digest), at: 4)
      } else {
        statement.bindNull(at: 4)
      }
      try statement.run()
      if connection.changedRows > 0 { return }
    }
  }

  /// Stores the version that a transaction without a fixture has reached.
  ///
  /// Does nothing in another program's database without bookkeeping tables.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setVersion(_ version: Int) throws {
    try noteState(.integer(Int64(version)), named: "version")
  }

  /// Returns the newest stored version, with or without a position.
  ///
  /// - Returns: The number, or `nil` if none is stored.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func version() throws -> Int? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.version, for: "version")
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    let version = Int(statement.integer(at: 0))
    return version == 0 ? nil : version
  }

  /// Returns the position of a fixture.
  ///
  /// - Returns: The position after the last applied line, or `nil` if no line was applied.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func position(of fixture: String) throws -> FixturePosition? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.position, for: fixture)
    defer { statement.reset() }
    return try statement.step() ? FixturePosition(row: statement) : nil
  }

  /// Returns the positions of all fixtures whose names have a prefix.
  ///
  /// - Returns: Their positions, in the order of their names.
  /// - Throws: ``StoreError`` if they cannot be read.
  public func positions(namedLike prefix: String) throws -> [FixturePosition] {
    guard try bookkeeping.isThere() else { return [] }
    let statement = try bookkeeping.statement(.positions, for: prefix)
    defer { statement.reset() }
    var positions: [FixturePosition] = []
    while try statement.step() { positions.append(FixturePosition(row: statement)) }
    return positions
  }

  /// Stores a value under a name, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setState(_ value: Value, named name: String) throws {
    try bookkeeping.make()
    let statement = try bookkeeping.statement(.setState, for: name)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Stores a value that can be recomputed: in the current transaction, or after one for reading.
  ///
  /// Does nothing in another program's database without bookkeeping tables.
  package func noteState(_ value: Value, named name: String) throws {
    guard try bookkeeping.isThere() else { return }
    if isReadingOthers {
      notes[name] = value
    } else {
      notes[name] = nil
      try setState(value, named: name)
    }
  }

  /// Whether the bookkeeping tables exist.
  ///
  /// A store's own file always has them; another program's database gets them with the first value
  /// to keep.
  package var keepsAccount: Bool {
    get throws { try bookkeeping.isThere() }
  }

  /// Removes the value under a name, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func removeState(named name: String) throws {
    guard try bookkeeping.isThere() else { return }
    let statement = try bookkeeping.statement(.removeState, for: name)
    try statement.run()
  }

  /// Returns the value that is stored under a name.
  ///
  /// - Returns: The value, or `nil` if none is stored.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func state(named name: String) throws -> Value? {
    guard try bookkeeping.isThere() else { return nil }
    if let note = notes[name] { return note }
    let statement = try bookkeeping.statement(.state, for: name)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

extension Writer {
  /// Returns the values whose names have a prefix, in the order of their names.
  ///
  /// - Throws: ``StoreError`` if they cannot be read.
  package func states(namedLike prefix: String) throws -> [(name: String, value: Value)] {
    guard try bookkeeping.isThere() else { return [] }
    let statement = try bookkeeping.statement(.states, for: prefix)
    defer { statement.reset() }
    var states: [(name: String, value: Value)] = []
    while try statement.step() { states.append((statement.text(at: 0), statement.value(at: 1))) }
    return states
  }

  /// Returns the time of the last tick; NULL before the first.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  package func time() throws -> Value { try state(named: "now") ?? .null }

  /// Sets the time from the running transaction on.
  ///
  /// - Parameters:
  ///   - time: The time of a tick; `nil` for other transactions.
  ///   - hasOthers: Whether other programs have written, which may have set a time.
  /// - Returns: The new time, or the old one if it stays.
  /// - Throws: ``StoreError`` if the store cannot be read or written.
  package func setTime(_ time: Value?, from old: Value, hasOthers: Bool) throws -> Value {
    if let time, time != old {
      try noteState(time, named: "now")
      return time
    }
    // Another program's database may have no time: its tables appear with the first value to keep.
    return try hasOthers ? state(named: "now") ?? old : old
  }
}

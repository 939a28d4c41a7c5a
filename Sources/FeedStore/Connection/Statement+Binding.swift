import CSQLite
public import FeedModel

extension Statement {
  /// Binds an integer.
  ///
  /// - Parameter index: The number of the parameter, counted from one as in `?1`.
  public func bind(_ value: Int64, at index: Int) {
    guard isUsable else { return }
    check(unsafe sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index), value), index)
  }

  /// Binds an integer, for example a literal.
  ///
  /// - Parameter index: The number of the parameter, counted from one.
  public func bind(_ value: Int, at index: Int) { bind(Int64(value), at: index) }

  /// Binds a real; NaN becomes NULL, as in all of SQLite.
  ///
  /// - Parameter index: The number of the parameter, counted from one.
  public func bind(_ value: Double, at index: Int) {
    guard isUsable else { return }
    check(unsafe sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), value), index)
  }

  /// Binds a copy of a text.
  ///
  /// - Parameter index: The number of the parameter, counted from one.
  public func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { unsafe bindCopied($0, at: index) }
  }

  /// Binds a copy of the bytes of a text, which need not be UTF-8.
  private func bind(_ text: Text, at index: Int) {
    guard let plain = text.plain else {
      return unsafe text.bytes.withUnsafeBufferPointer { unsafe bindCopied($0, at: index) }
    }
    bind(plain, at: index)
  }

  private func bindCopied(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard isUsable else { return }
    let code = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
      unsafe sqlite3_bind_text64(
        handle,
        Int32(truncatingIfNeeded: index),
        // An empty text is not NULL, but SQLite treats a null pointer as NULL.
        bytes.baseAddress ?? Self.nothing,
        UInt64(bytes.count),
        Self.copied,
        UInt8(SQLITE_UTF8)
      )
    }
    check(code, index)
  }

  /// Binds a copy of some bytes.
  ///
  /// - Parameters:
  ///   - value: The bytes.
  ///   - index: The number of the parameter, counted from one.
  public func bind(_ value: [UInt8], at index: Int) {
    guard isUsable else { return }
    let code = unsafe value.withUnsafeBytes { bytes in
      unsafe bytes.isEmpty
        ? unsafe sqlite3_bind_zeroblob(handle, Int32(truncatingIfNeeded: index), 0)
        : unsafe sqlite3_bind_blob64(
          handle,
          Int32(truncatingIfNeeded: index),
          bytes.baseAddress,
          UInt64(bytes.count),
          Self.copied
        )
    }
    check(code, index)
  }

  /// Binds NULL.
  ///
  /// - Parameter index: The number of the parameter, counted from one.
  public func bindNull(at index: Int) {
    guard isUsable else { return }
    check(unsafe sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index)), index)
  }

  /// Binds a value of any storage class.
  ///
  /// - Parameter index: The number of the parameter, counted from one.
  public func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let value): bind(value, at: index)
    case .real(let value): bind(value, at: index)
    case .text(let text): bind(text, at: index)
    case .blob(let bytes): bind(bytes, at: index)
    }
  }

  /// Binds the values of a key to consecutive parameters.
  ///
  /// - Parameter index: The number of the first parameter, counted from one.
  /// - Returns: The number of the parameter after the last bound one.
  @discardableResult
  public func bind(_ key: ObjectKey, at index: Int) -> Int {
    switch key {
    case .integer(let value): bind(value, at: index)
    case .text(let text): bind(text, at: index)
    case .compound(let values):
      for (offset, value) in values.enumerated() { bind(value, at: index + offset) }
      return index + values.count
    }
    return index + 1
  }

  /// Binds NULL to every parameter.
  public func clearBindings() {
    guard isUsable else { return }
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Binds a text without copying it.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, which must stay in memory until another value is bound.
  ///   - index: The number of the parameter, counted from one.
  func bindBorrowed(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard isUsable else { return }
    let code = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
      unsafe sqlite3_bind_text64(
        handle,
        Int32(truncatingIfNeeded: index),
        bytes.baseAddress ?? Self.nothing,
        UInt64(bytes.count),
        nil,
        UInt8(SQLITE_UTF8)
      )
    }
    check(code, index)
  }

  /// The names of the parameters, with their prefixes; a parameter without a name is `?`.
  var parameterNames: [String] {
    (0..<parameterCount).map { index in
      unsafe sqlite3_bind_parameter_name(handle, Int32(index + 1))
        .map { unsafe String(cString: $0) } ?? "?"
    }
  }

  /// The number of parameters.
  public var parameterCount: Int {
    isUsable ? Int(unsafe sqlite3_bind_parameter_count(handle)) : 0
  }

  /// Returns the number of a named parameter.
  ///
  /// - Parameter name: The name with its prefix, for example `:message`.
  /// - Returns: The number, or `nil` if there is no such parameter.
  public func parameterIndex(of name: String) -> Int? {
    guard isUsable else { return nil }
    let index = unsafe sqlite3_bind_parameter_index(handle, name)
    return index == 0 ? nil : Int(index)
  }

  func check(_ code: Int32, _ index: Int) {
    guard code != SQLITE_OK else { return }
    precondition(code != SQLITE_RANGE, "there is no parameter \(index) in: \(sql)")
    precondition(code != SQLITE_MISUSE, "bound without a reset: \(sql)")
    failedBinding = code
  }

  /// SQLite's constant for "make a copy".
  static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// An arbitrary address, from which no bytes are read.
  private static var nothing: UnsafePointer<CChar> {
    unsafe UnsafePointer(bitPattern: 1).unsafelyUnwrapped
  }
}

import Yams

extension YAMLReader {
  /// Parses the text with Yams, after hiding repeated keys from it.
  func compose(_ scalars: inout [Unicode.Scalar]) -> (parser: Parser, root: Node?)? {
    // Each attempt reads the whole text, so longer texts get fewer attempts.
    let attempts = min(64, max(2, 1 << 22 / scalars.count))
    var standIns = repeated.prefix(attempts)
    while true {
      switch attempt(scalars) {
      case .success(let result): return result
      case .failure(.duplicatedKeysInMapping(let keys, let context)) where !standIns.isEmpty:
        let standIn = standIns.removeFirst()
        guard hideRepeat(of: keys, after: context.mark, behind: standIn, in: &scalars) else {
          report(duplicates: keys, at: context.mark)
          return nil
        }
      case .failure(let error):
        report(error)
        return nil
      }
    }
  }

  private func attempt(
    _ scalars: [Unicode.Scalar]
  ) -> Result<(parser: Parser, root: Node?), YamlError> {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    do {
      // This reader decides the meaning of scalars, so Yams need not compile its expressions for
      // them.
      let parser = try Parser(yaml: String(view), resolver: .basic, encoding: .utf8)
      return .success((parser, try parser.singleRoot()))
    } catch let error as YamlError {
      return .failure(error)
    } catch {
      return .failure(.no)
    }
  }

  /// Finds the second place of a repeated key, reports it and hides it.
  ///
  /// Yams reports only the first place. Each later occurrence of the same text is tried in turn: it
  /// is the same key of the same map if Yams finds the repeat again after both are renamed.
  private func hideRepeat(
    of keys: [String],
    after mark: Mark,
    behind standIn: Unicode.Scalar,
    in scalars: inout [Unicode.Scalar]
  ) -> Bool {
    guard let name = keys.first, case let key = Array(name.unicodeScalars), !key.isEmpty else {
      return false
    }
    let lines = LineStarts(scalars)
    guard var first = lines.index(line: mark.line, column: mark.column) else { return false }
    if scalars[first] != key[0] { first += 1 }  // behind the quote
    guard scalars.dropFirst(first).starts(with: key) else { return false }
    var probed = scalars
    probed[first] = probe
    var probedName = String.UnicodeScalarView([probe])
    probedName.append(contentsOf: key.dropFirst())
    var tries = min(64, max(2, 1 << 22 / scalars.count))
    for index in scalars.indices.dropFirst(first + key.count)
    where scalars[index] == key[0] && looksLikeKey(key, at: index, in: scalars) {
      tries -= 1
      guard tries >= 0 else { return false }
      probed[index] = probe
      if case .failure(.duplicatedKeysInMapping(let found, _)) = attempt(probed),
        found.contains(String(probedName))
      {
        scalars[index] = standIn
        let isQuoted = scalars[index - 1] == "\"" || scalars[index - 1] == "'"
        report(
          duplicates: [name],
          at: mark,
          again: lines.position(of: isQuoted ? index - 1 : index)
        )
        return true
      }
      probed[index] = key[0]
    }
    return false
  }

  private func looksLikeKey(
    _ key: [Unicode.Scalar],
    at index: Int,
    in scalars: [Unicode.Scalar]
  ) -> Bool {
    scalars[index...].starts(with: key)
      && " \n\r{,\"'?".unicodeScalars.contains(scalars[index - 1])
      && scalars[(index + key.count)...].drop { "\"' ".unicodeScalars.contains($0) }.first == ":"
  }

  private func report(duplicates keys: [String], at mark: Mark, again: FeedFilePosition? = nil) {
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    let first = FeedFilePosition(line: mark.line, column: mark.column)
    problems.error(
      "duplicate-key",
      again == nil ? "\(names) appears more than once in one map" : "\(names) appears here again",
      hint: again == nil
        ? "keep one of them" : "the first is at \(first); keep one of the two",
      at: again ?? first
    )
  }
}

/// The offsets of the lines of a text, as YAML counts lines.
private struct LineStarts {
  private var starts = [0]

  init(_ scalars: [Unicode.Scalar]) {
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": starts.append(index + 1)
      default: continue
      }
    }
    end = scalars.count
  }

  private let end: Int

  func index(line: Int, column: Int) -> Int? {
    guard starts.indices.contains(line - 1) else { return nil }
    let index = starts[line - 1] + column - 1
    return index < end ? index : nil
  }

  func position(of index: Int) -> FeedFilePosition {
    let line = starts.lastIndex { $0 <= index } ?? 0
    return FeedFilePosition(line: line + 1, column: index - starts[line] + 1)
  }
}

/// Questions on a terminal, each with what an empty answer stands for.
struct Questions {
  /// Whether there is somebody to ask; the defaults hold if not.
  let isAsking: Bool

  /// Asks for a text.
  ///
  /// - Parameters:
  ///   - question: What to ask, without a question mark.
  ///   - answer: What an empty answer stands for.
  /// - Returns: The answer without spaces around it.
  /// - Throws: A ``Failure`` if the input ends.
  func answer(_ question: String, default answer: String) throws -> String {
    guard isAsking else { return answer }
    Console.write(answer.isEmpty ? "\(question): " : "\(question) [\(answer)]: ")
    guard let line = readLine() else {
      Console.error("")
      throw Failure(.usage, "no answer: with --yes nothing is asked")
    }
    let words = line.trimmingPrefix(while: \.isWhitespace)
    let end = words.lastIndex { !$0.isWhitespace }
    return end.map { String(words[...$0]) } ?? answer
  }

  /// Asks for a yes, which nobody gives where nobody is asked.
  func agrees(_ question: String) throws -> Bool {
    guard isAsking else { return false }
    return try ["y", "yes"].contains(answer("\(question) y or n", default: "n").lowercased())
  }
}

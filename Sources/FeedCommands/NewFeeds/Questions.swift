/// Questions on a terminal, each with a default answer.
struct Questions {
  /// Whether questions are asked; otherwise the defaults apply.
  let isAsking: Bool

  /// Asks for a text.
  ///
  /// - Parameter question: The question, without a question mark.
  /// - Returns: The answer without spaces around it.
  /// - Throws: A ``Failure`` if the input ends.
  func answer(_ question: String, default answer: String) throws -> String {
    guard isAsking else { return answer }
    Console.write(answer.isEmpty ? "\(question): " : "\(question) [\(answer)]: ")
    guard let line = readLine() else {
      Console.error("")
      throw Failure(.usage, "no answer: --yes skips the questions")
    }
    let words = line.trimmingPrefix(while: \.isWhitespace)
    let end = words.lastIndex { !$0.isWhitespace }
    return end.map { String(words[...$0]) } ?? answer
  }

  /// Asks for consent; without a terminal, the answer is no.
  func agrees(_ question: String) throws -> Bool {
    guard isAsking else { return false }
    return try ["y", "yes"].contains(answer("\(question) y or n", default: "n").lowercased())
  }
}

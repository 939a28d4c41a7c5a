import FeedModel
import FeedSnapshots
import FeedStore

/// JSON Lines, of which a few may be broken.
extension JSONList {
  /// A line that is not an object.
  struct BrokenLine {
    let number: Int
    let column: Int?
    let problem: String
  }

  /// The maximum number of broken lines; a file with more of them, or with more than one in ten, is of another kind.
  private static let mostBroken = 100

  /// Reads JSON Lines; blank lines count, as in an editor.
  ///
  /// - Returns: The objects, and the lines that are left out.
  /// - Throws: ``Failure`` if the first lines are not objects, or too many lines are broken.
  static func lines(of bytes: [UInt8], _ name: String) throws -> ([Object], [BrokenLine]) {
    var (objects, broken): ([Object], [BrokenLine]) = ([], [])
    var isOther = false
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      let line = Array(line)
      var node: JSONNode?
      do throws(JSONReader.Failure) {
        node = try JSONReader.read(line)
      } catch {
        let column = JSONPlaces.place(of: error.offset, in: line).column
        broken.append(BrokenLine(number: index + 1, column: column, problem: error.message))
      }
      if let node, node.isObject {
        let object = Object(node: node, bytes: line, linesBefore: index)
        try checkNames(of: node, in: object, name)
        objects.append(object)
      } else if node != nil {
        let problem = "the line is not a JSON object"
        broken.append(BrokenLine(number: index + 1, column: nil, problem: problem))
      }
      isOther = isOther || objects.isEmpty && broken.count > 1
      if isOther || broken.count > mostBroken { break }
    }
    guard let first = broken.first else { return (objects, []) }
    let isFew = broken.count <= mostBroken && 10 * broken.count <= objects.count + broken.count
    guard !objects.isEmpty, !isOther, isFew else {
      if objects.isEmpty || first.number == 1 { throw malformed(bytes, name) }
      let hint = "write one object per line, or one document"
      throw failure(first.problem, hint, name, first.number, first.column)
    }
    return (objects, broken)
  }

  /// A warning that names the lines that are left out; `nil` if there are none.
  ///
  /// - Parameter endsEarly: Whether the end of a compressed file is missing.
  func warning(_ name: String, endsEarly: Bool) -> String? {
    guard let first = broken.first else { return nil }
    let isCut = endsEarly && broken.count == 1 && rows.count < first.number
    let problem = isCut ? "the compressed file ends early" : first.problem
    let numbers = broken.map { "\($0.number)" }
    let more = numbers.count > 8 ? " and \(numbers.count - 8) more" : ""
    let places =
      numbers.count > 1
      ? " (lines \(numbers.prefix(8).joined(separator: ", "))\(more)); the first" : ""
    return String(
      warning: "broken-lines",
      "\(broken.count) of \(rows.count + broken.count) lines "
        + "\(broken.count == 1 ? "is" : "are") left out\(places): \(problem)",
      hint: "'feed replay --on-error skip' leaves out such lines as well",
      at: ([name, "\(first.number)"] + [first.column.map(String.init)].compactMap(\.self))
        .joined(separator: ":")
    )
  }
}

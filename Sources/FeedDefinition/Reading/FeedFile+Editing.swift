import FeedDocuments

extension FeedFile {
  /// Returns the feed file and the SQL files that it names, which decide the content of the feed.
  ///
  /// - Parameter path: The path of the feed file; if it is invalid, the SQL file may be missing from
  ///   the result.
  package static func parts(of path: String) -> [String] {
    guard case .success(let bytes) = FileText.read(path, most: SourceText.mostBytes),
      let source = try? SourceText.read(bytes, name: path),
      let root = YAMLReader.read(ProblemCollector(source: source)),
      let schema = root[\FeedKeys.store]?[\StoreKeys.schema]?.string, !schema.isEmpty
    else { return [path] }
    return [path, FileText.resolved(schema, in: RegularFile.folder(of: path))]
  }

  /// Returns whether another file, and the SQL that it names, has the same text.
  package func isSame(as other: FeedFile) -> Bool {
    source.text == other.source.text && feed.schema == other.feed.schema
  }
}

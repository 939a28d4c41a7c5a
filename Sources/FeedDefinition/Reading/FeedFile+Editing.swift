import FeedDocuments

extension FeedFile {
  /// The files that make a feed what it is: the feed file itself, and the SQL that it names.
  ///
  /// - Parameter path: The path of the feed file, which may be broken: then it names what can be read.
  package static func parts(of path: String) -> [String] {
    guard case .success(let bytes) = FileText.read(path, most: SourceText.mostBytes),
      let source = try? SourceText.read(bytes, name: path),
      let root = YAMLReader.read(ProblemCollector(source: source)),
      let schema = root[\FeedKeys.store]?[\StoreKeys.schema]?.string, !schema.isEmpty
    else { return [path] }
    return [path, FileText.resolved(schema, in: RegularFile.folder(of: path))]
  }

  /// Whether another reading of the file found the same text in it, and in the SQL that it names.
  package func isSame(as other: FeedFile) -> Bool {
    source.text == other.source.text && feed.schema == other.feed.schema
  }
}

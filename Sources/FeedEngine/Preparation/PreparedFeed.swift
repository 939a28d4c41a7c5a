import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

extension Feed {
  /// Returns the feed with tables in place of the views whose rows are rows of one table.
  func resolvingViews(in writer: Writer) -> Feed {
    var feed = self
    for index in feed.sources.indices {
      guard case .query(let query) = feed.sources[index].kind else { continue }
      feed.sources[index].kind = .query(query.resolvingViews(in: writer))
    }
    return feed
  }

  /// Returns the views that sources read, by the ids of the sources.
  func views(among names: some Sequence<String>) -> [Name: String] {
    let names = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    return Dictionary(
      uniqueKeysWithValues: sources.compactMap { source in
        names[source.query.from.lowercased()].map { (source.id, $0) }
      }
    )
  }
}

/// The statements, queries and sections of a feed, compiled for its store.
struct PreparedFeed {
  let composer: Composer
  let messages: MessageWriter
  let actions: PreparedActions
  private(set) var reorderings: [Int: PreparedReordering] = [:]
  private(set) var insertions: [PreparedInsertion] = []

  /// Compiles a feed.
  ///
  /// - Parameter tracksOthers: Whether triggers note the changes of other programs; `nil` neither makes nor removes any.
  /// - Throws: ``DeclarationErrors``, `QueryErrors` or `AdapterErrors` with all mistakes of the feed;
  ///   `StoreError` if the store cannot be read.
  init(_ feed: Feed, tracksOthers: Bool?, _ writer: Writer) throws {
    let repeated = feed.repeatedNames
    guard repeated.isEmpty else { throw DeclarationErrors(errors: repeated) }
    try feed.makeDocuments(in: writer)
    let declared = try feed.sections.map { try feed.source(of: $0) }
    let names = ContentNames(feed)
    let times = RelativeTimes(feed)
    let evaluator = try CommitEvaluator(
      zip(feed.sections, declared).map { section, source in
        section.use(of: names.narrowed(source.query, to: section, in: writer.schema))
      },
      tracksOthers: tracksOthers,
      writer: writer
    )
    let sections = feed.sections.enumerated().map { index, declaration in
      ComposedSection(
        declaration.written(in: feed.timeZone),
        index: index,
        evaluator.roots[index],
        declared: declared[index],
        reading: names,
        times
      )
    }
    messages = try MessageWriter(
      in: writer,
      adapters: feed.adapters.mapValues(\.adapter),
      declared: feed.places
    )
    let schema = writer.schema
    var errors = feed.unknownFields(in: schema)
    actions = PreparedActions(feed, writer: writer, errors: &errors)
    for section in sections {
      let name = section.declaration.source.description
      guard let report = evaluator.reports.first(where: { $0.name == name }) else { continue }
      reorderings[section.index] = PreparedReordering(
        section,
        report,
        schema: schema,
        errors: &errors
      )
      insertions += PreparedInsertion.all(of: section, report, schema: schema, errors: &errors)
    }
    guard errors.isEmpty else { throw DeclarationErrors(errors: errors) }
    composer = Composer(sections: sections, times, evaluator)
  }
}

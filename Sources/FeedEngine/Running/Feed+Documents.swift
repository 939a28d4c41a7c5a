import FeedDefinition
import FeedDocuments
import FeedModel
import FeedStore

extension Feed {
  /// The documents that are called as a table of the store, whose objects could be taken for its rows.
  func documentsCalledAsTables(of schema: StoreSchema) -> [DeclarationError] {
    sources.compactMap { source in
      guard let name = source.document?.name, schema.table(named: name.description) != nil else {
        return nil
      }
      return DeclarationError(
        "duplicate-id",
        at: ["sources", source.id.description, "document"],
        "the document '\(name)' has the name of a table",
        hint: "objects are told apart by this name; choose another"
      )
    }
  }
}

#if canImport(SwiftUI)
import FeedModel
import FeedQueries
import SwiftUI

// Linux has no SwiftUI: Scripts/type-check-examples checks the file there against the declarations in Tests/Apple. Neither
// it nor the module FeedQueries was ever compiled with Apple's SDK.

/// The result of a live query as a `List`, which finds the changes by the identities of sections and rows.
struct LiveList: View {
  let live: LiveQueries
  let query: String
  @State private var shown: LiveResult?

  var body: some View {
    List {
      if let failure = shown?.failure { Text(failure) }
      if let shown {
        ForEach(shown.sections.sections, id: \.id) { section in
          Section(section.content.title?.string ?? "") {
            ForEach(section.items, id: \.id) { row in Text(row.content["title"]?.string ?? "") }
          }
        }
      }
    }
    .task(id: query) {
      for await update in live.versions() { shown = update.snapshot[query] }
    }
  }
}
#endif

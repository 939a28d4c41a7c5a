#if canImport(SwiftUI)
import FeedClient
import FeedSnapshots
import FeedWire
import SwiftUI

// Linux has no SwiftUI: Scripts/type-check-examples checks the file there against the declarations in Tests/Apple. It was
// never compiled with Apple's SDK.

/// A served feed as a `List`, which finds the changes by the identities of sections and items.
struct FeedList: View {
  private let client: FeedClient
  @State private var shown: WireSnapshot?
  @State private var failure: String?

  /// Shows a feed.
  init(_ client: FeedClient) { self.client = client }

  var body: some View {
    List {
      if let failure { Text(failure) }
      if let shown {
        ForEach(shown.sections, id: \.id) { section in
          Section(section.content.title) {
            ForEach(section.items, id: \.id) { item in
              LabeledContent(item.content.title, value: item.content.value)
            }
          }
        }
      }
    }
    .task {
      do {
        for try await update in client.updates() { shown = update.snapshot }
      } catch {
        failure = "\(error)"
      }
    }
  }
}
#endif

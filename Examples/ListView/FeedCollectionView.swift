#if canImport(UIKit)
import FeedClient
import FeedSnapshots
import FeedWire
import SwiftUI
import UIKit

// Linux has no UIKit: Scripts/type-check-examples checks the file there against the declarations in Tests/Apple. It was
// never compiled with Apple's SDK. A test performs the calls of `ListView` on the strict model.

extension UICollectionView: ListView {
  func deleteSections(_ sections: [Int]) { deleteSections(IndexSet(sections)) }
  func insertSections(_ sections: [Int]) { insertSections(IndexSet(sections)) }
  func deleteItems(at paths: [SnapshotPath]) { deleteItems(at: paths.map(\.indexPath)) }
  func insertItems(at paths: [SnapshotPath]) { insertItems(at: paths.map(\.indexPath)) }
  func moveItem(at path: SnapshotPath, to newPath: SnapshotPath) {
    moveItem(at: path.indexPath, to: newPath.indexPath)
  }
  func performBatch(_ edits: @escaping () -> Void) { performBatchUpdates(edits) }
  func reloadSections(_ sections: [Int]) { reloadSections(IndexSet(sections)) }
  func reloadItems(at paths: [SnapshotPath]) { reloadItems(at: paths.map(\.indexPath)) }
  func reconfigureItems(at paths: [SnapshotPath]) {
    reconfigureItems(at: paths.map(\.indexPath))
  }
}

extension SnapshotPath {
  fileprivate var indexPath: IndexPath { IndexPath(item: item, section: section) }
}

extension FeedListSource {
  /// Follows a feed until the task is cancelled.
  ///
  /// - Throws: ``FeedClient/ClientError`` if there is no feed at the address.
  func follow(_ client: FeedClient) async throws {
    for try await update in client.updates() { perform(update.updates, to: update.snapshot) }
  }
}

/// A list that shows a served feed.
final class FeedViewController: UICollectionViewController {
  private let client: FeedClient
  private lazy var source = FeedListSource(collectionView)
  private var following: Task<Void, Never>?

  /// Shows a feed.
  init(_ client: FeedClient) {
    self.client = client
    let list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    super.init(collectionViewLayout: UICollectionViewCompositionalLayout.list(using: list))
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "item")
    // The task does not keep the controller: its end cancels the task.
    following = Task { [source, client, weak self] in
      do { try await source.follow(client) } catch { self?.show(error) }
    }
  }

  deinit { following?.cancel() }

  private func show(_ error: any Error) {
    var content = UIContentUnavailableConfiguration.empty()
    content.text = "The feed cannot be shown"
    content.secondaryText = "\(error)"
    contentUnavailableConfiguration = content
  }

  override func numberOfSections(in _: UICollectionView) -> Int {
    source.shown?.sectionCount ?? 0
  }

  override func collectionView(
    _: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    source.shown?.sections[section].items.count ?? 0
  }

  override func collectionView(
    _ view: UICollectionView,
    cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    guard let look = source.shown?.sections[path.section].items[path.item].content else {
      return cell
    }
    var content = UIListContentConfiguration.valueCell()
    content.text = look.title
    content.secondaryText = look.value
    (cell as? UICollectionViewListCell)?.contentConfiguration = content
    return cell
  }
}

/// The same list in SwiftUI.
struct FeedView: UIViewControllerRepresentable {
  let client: FeedClient

  /// Shows a feed.
  init(_ client: FeedClient) { self.client = client }

  func makeUIViewController(context _: Context) -> FeedViewController {
    FeedViewController(client)
  }

  func updateUIViewController(_: FeedViewController, context _: Context) {}
}
#endif

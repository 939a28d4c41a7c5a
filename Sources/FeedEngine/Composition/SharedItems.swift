import FeedModel
import FeedQueries

/// Items that more than one object yields: the first in the order of the feed shows the item.
///
/// Claimants without the item are kept, so a commit examines only the items that it touches: when
/// the section that shows an item lets it go, the next claimant shows it.
struct SharedItems {
  /// An object of a section, which yields items.
  struct Claimant: Hashable {
    let section: ComposedSection
    let row: ShownRow

    static func == (lhs: Claimant, rhs: Claimant) -> Bool {
      lhs.section === rhs.section && lhs.row.id == rhs.row.id
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(section))
      hasher.combine(row.id)
    }
  }

  /// A claimant that goes without an item, or yields it more than once.
  private struct Loss: Hashable {
    let item: ItemID
    let claimant: Claimant
  }

  /// The claimants of items that another claimant shows.
  private var losers: [ItemID: [Claimant]] = [:]
  /// The items that a claimant claims but does not show.
  private var losses: [Claimant: Set<ItemID>] = [:]
  /// The items that an object yields more than once, one for each object that does.
  private var repeats: [Claimant: ItemID] = [:]
  /// The losses and repetitions of each section, the oldest first, some of which have ended.
  private var noted: [[Loss]]
  /// The number of losses, from the start, that have certainly ended.
  private var ended: [Int]
  /// The number of losses that had not ended at the last scan.
  private var standing: [Int]
  /// The items whose claimants have changed since they were settled, in the order of their finding.
  private var open: [ItemID] = []
  /// The number of losses scanned since groups were moved.
  private(set) var lossesRead = 0

  init(sectionCount: Int) {
    noted = Array(repeating: [], count: sectionCount)
    ended = Array(repeating: 0, count: sectionCount)
    standing = Array(repeating: 0, count: sectionCount)
  }

  /// Whether no item is claimed more than once.
  var isEmpty: Bool { losers.isEmpty && repeats.isEmpty }

  /// Whether some object goes without an item.
  var hasLosers: Bool { !losers.isEmpty }

  /// The claimants that do not show an item.
  func losers(of item: ItemID) -> [Claimant] { losers[item] ?? [] }

  /// Returns whether an object claims an item that another object shows.
  func isLost(_ item: ItemID, by claimant: Claimant) -> Bool {
    losses[claimant]?.contains(item) ?? false
  }

  /// Notes that another claimant shows an item of an object.
  mutating func lose(_ item: ItemID, _ claimant: Claimant) {
    guard losses[claimant, default: []].insert(item).inserted else { return }
    losers[item, default: []].append(claimant)
    note(Loss(item: item, claimant: claimant))
    open.append(item)
  }

  /// Notes that an object shows an item that it went without.
  mutating func win(_ item: ItemID, _ claimant: Claimant) {
    losses[claimant]?.remove(item)
    if losses[claimant]?.isEmpty == true { losses[claimant] = nil }
    drop(claimant, from: item)
  }

  /// Notes that an object yields nothing any more, or is asked again what it yields.
  mutating func forget(_ claimant: Claimant) {
    repeats[claimant] = nil
    guard let items = losses.removeValue(forKey: claimant) else { return }
    for item in items { drop(claimant, from: item) }
  }

  private mutating func drop(_ claimant: Claimant, from item: ItemID) {
    losers[item]?.removeAll { $0 == claimant }
    if losers[item]?.isEmpty == true { losers[item] = nil }
  }

  /// Notes that an object yields an item more than once.
  mutating func repeats(_ item: ItemID, _ claimant: Claimant) {
    repeats[claimant] = item
    note(Loss(item: item, claimant: claimant))
  }

  // MARK: Settling

  /// Notes that an item leaves its place, so that other claimants may get it.
  mutating func reopen(_ item: ItemID) {
    if losers[item] != nil { open.append(item) }
  }

  /// Notes that the order of a section's groups has changed.
  ///
  /// - Complexity: O(*k*) for *k* losses of the section; to be called once, however many groups moved.
  mutating func reopen(section: ComposedSection) {
    tidy(section.index)
    lossesRead += noted[section.index].count
    for loss in noted[section.index] { reopen(loss.item) }
  }

  /// Hands out the items whose claimants have changed.
  mutating func takeOpen() -> [ItemID] {
    defer { open.removeAll(keepingCapacity: true) }
    return open
  }

  // MARK: Status

  /// An item that is claimed more than once, by a section that goes without it at least once.
  ///
  /// - Complexity: O(1) on average.
  mutating func contested(in section: ComposedSection) -> ItemID? {
    let index = section.index
    while ended[index] < noted[index].count, !stands(noted[index][ended[index]]) {
      ended[index] += 1
    }
    guard ended[index] < noted[index].count else {
      tidy(index)
      return nil
    }
    return noted[index][ended[index]].item
  }

  private mutating func note(_ loss: Loss) {
    let index = loss.claimant.section.index
    noted[index].append(loss)
    if noted[index].count > 2 * standing[index] + 32 { tidy(index) }
  }

  /// Forgets what has ended, and what is noted twice.
  private mutating func tidy(_ section: Int) {
    var known: Set<Loss> = []
    let standing = noted[section].filter { stands($0) && known.insert($0).inserted }
    noted[section] = standing
    ended[section] = 0
    self.standing[section] = standing.count
  }

  private func stands(_ loss: Loss) -> Bool {
    isLost(loss.item, by: loss.claimant) || repeats[loss.claimant] == loss.item
  }
}

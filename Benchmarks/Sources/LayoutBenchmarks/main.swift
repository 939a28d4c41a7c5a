// Measures: solving from scratch, finding a screenful, and editing, at 1k to 1M items.
// Why: the cost of a layout must follow the change, not the number of items.
// Expected: rows of fixed size do not grow with the number of items at all; building a list of
// measured heights is linear; an edit and a query grow with its logarithm.
// Command: swift run -c release --package-path Benchmarks LayoutBenchmarks

import FeedLayout

let screen = Extent(width: 375, height: 812)
let environment = LayoutEnvironment(containerSize: screen, pixelGrid: PixelGrid(scale: 3))

/// Three columns of cells of fixed size.
let grid = LayoutDescription(sections: [
  LayoutSection(
    group: LayoutGroup(
      .horizontal([.item(LayoutItem(size: LayoutSize(width: .fractionalWidth(1.0 / 3))))]),
      size: LayoutSize(height: .absolute(44)),
      interItemSpacing: .fixed(8)
    ),
    contentInsets: DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 16),
    interGroupSpacing: 8
  )
])

/// A list of rows that size themselves.
let row = LayoutSize(height: .estimated(44))
let list = LayoutDescription(sections: [
  LayoutSection(
    group: LayoutGroup(.vertical([.item(LayoutItem(size: row))]), size: row),
    interGroupSpacing: 1
  )
])

/// Two columns of cells that size themselves; each row is as tall as its tallest.
let pairs = LayoutDescription(sections: [
  LayoutSection(
    group: LayoutGroup(
      .horizontal([
        .item(LayoutItem(size: LayoutSize(width: .fractionalWidth(0.5), height: .estimated(44))))
      ]),
      size: row
    )
  )
])

func height(_ item: Int) -> Extent { Extent(height: Double(30 + (item &* 7919) % 90)) }

func answer(_ request: MeasuringRequest) -> Extent? {
  guard case .cell(_, let item) = request.element else { return nil }
  return height(item)
}

func size(_ items: Int) -> String {
  items >= 1_000_000 ? "\(items / 1_000_000)M" : "\(items / 1000)k"
}

var stopwatch = Stopwatch()
var found = 0

for items in [1000, 100_000, 1_000_000] {
  try stopwatch.measure(
    "grid of fixed cells, solved, \(size(items))",
    repeats: 100,
    limit: .milliseconds(1)
  ) {
  } work: { _, _ in
    found += try SolvedLayout(grid, environment: environment, itemCounts: [items]).sectionCount
  }
  try stopwatch.measure(
    "one screen of the grid, \(size(items))",
    repeats: 200,
    limit: .microseconds(20)
  ) {
    try SolvedLayout(grid, environment: environment, itemCounts: [items])
  } work: { layout, index in
    let y = Double((index &* 7919) % (items / 3)) * 52
    found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
  }
  try stopwatch.measure(
    "one item of the grid inserted, its screen found, \(size(items))",
    repeats: 200,
    limit: .microseconds(20)
  ) {
    try SolvedLayout(grid, environment: environment, itemCounts: [items])
  } work: { layout, index in
    layout.insertItems(at: items / 2, inSection: 0)
    let y = Double(items / 6) * 52
    found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
  }
}

for items in [1000, 100_000, 1_000_000] {
  try stopwatch.measure(
    "list of measured rows, built, \(size(items))",
    limit: items == 100_000 ? .milliseconds(5) : nil
  ) {
  } work: { _, _ in
    found += try SolvedLayout(
      list,
      environment: environment,
      itemCounts: [items],
      measuring: answer
    ).sectionCount
  }
  let built = try SolvedLayout(
    list,
    environment: environment,
    itemCounts: [items],
    measuring: answer
  )
  stopwatch.measure(
    "one height changed, its screen found, \(size(items))",
    repeats: 200,
    limit: .microseconds(20)
  ) {
    built
  } work: { layout, index in
    let item = (index &* 7919) % items
    layout.setMeasuredSize(height(index + 1), ofItem: item, inSection: 0)
    let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
    found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
  }
  stopwatch.measure(
    "one row inserted, its screen found, \(size(items))",
    repeats: 200,
    limit: .microseconds(20)
  ) {
    built
  } work: { layout, index in
    let item = (index &* 7919) % items
    layout.insertItems(at: item, inSection: 0, measuring: answer)
    let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
    found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
  }
  stopwatch.measure(
    "one row removed, its screen found, \(size(items))",
    repeats: 200,
    limit: .microseconds(20)
  ) {
    built
  } work: { layout, index in
    let item = (index &* 7919) % (items - 200)
    layout.removeItems(item..<item + 1, inSection: 0)
    let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
    found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
  }
}

let built = try SolvedLayout(
  pairs,
  environment: environment,
  itemCounts: [100_000],
  measuring: answer
)
stopwatch.measure("two columns, one height changed, its screen found, 100k", repeats: 200) {
  built
} work: { layout, index in
  let item = (index &* 7919) % 100_000
  layout.setMeasuredSize(height(index + 1), ofItem: item, inSection: 0)
  let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
  found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
}
stopwatch.measure("two columns, one item inserted, its screen found, 100k", repeats: 3) {
  built
} work: { layout, index in
  let item = (index &* 7919) % 100_000
  layout.insertItems(at: item, inSection: 0, measuring: answer)
  let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
  found += layout.elements(in: Frame(x: 0, y: y, width: 375, height: 812)).count
}

print(stopwatch.table)
print("\n\(found) elements found in all")

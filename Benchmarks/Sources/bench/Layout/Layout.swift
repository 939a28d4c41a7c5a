// Measures: solving from scratch, finding a screenful, and editing, at 1k to 1M items.
// Why: the cost of a layout must follow the change, not the number of items.
// Expected: rows of fixed size do not grow with the number of items at all; building a list of
// measured heights is linear; an edit and a query grow with its logarithm.
// Command: swift run -c release --package-path Benchmarks bench layout
import CAllocations
import FeedLayout
import Measuring

func measureLayout(_ sheet: inout Sheet) throws {
  for items in [1000, 100_000, 1_000_000] { try measureGrid(items, &sheet) }
  for items in [1000, 100_000, 1_000_000] { try measureList(items, &sheet) }
  let before = Int(allocations_in_use())
  let grid = try SolvedLayout(
    Layouts.grid,
    environment: Layouts.environment,
    itemCounts: [1_000_000]
  )
  let bytes = Int(allocations_in_use()) - before
  keep(grid)
  sheet.count("memory of a solved grid, 1M", .bytes(Double(bytes)), must: .atMost(.bytes(65_536)))
}

private func measureGrid(_ items: Int, _ sheet: inout Sheet) throws {
  let isAsked = items >= 100_000
  var found = 0
  func solve() throws -> SolvedLayout {
    try SolvedLayout(Layouts.grid, environment: Layouts.environment, itemCounts: [items])
  }
  try sheet.time(
    "grid of fixed cells solved, \(size(items))",
    must: isAsked ? .atMost(.milliseconds(1)) : nil,
    repeating: 100
  ) { _ in found += try solve().sectionCount }
  let solved = try solve()
  sheet.time(
    "one screen of the grid found, \(size(items))",
    must: isAsked ? .atMost(.microseconds(20)) : nil,
    repeating: 200
  ) { index in
    found += Layouts.screenful(solved, from: Double((index &* 7919) % (items / 3)) * 52)
  }
  sheet.time(
    "one item of the grid inserted, its screen found, \(size(items))",
    must: isAsked ? .atMost(.microseconds(20)) : nil,
    per: 200
  ) { _ in
    solved
  } work: { layout, _ in
    for _ in 0..<200 {
      layout.insertItems(at: items / 2, inSection: 0)
      found += Layouts.screenful(layout, from: Double(items / 6) * 52)
    }
  }
  keep(found)
}

private func measureList(_ items: Int, _ sheet: inout Sheet) throws {
  let must: Bound? = items >= 100_000 ? .atMost(.microseconds(20)) : nil
  var found = 0
  func build() throws -> SolvedLayout {
    try SolvedLayout(
      Layouts.list,
      environment: Layouts.environment,
      itemCounts: [items],
      measuring: Layouts.answer
    )
  }
  try sheet.time(
    "list of measured rows built, \(size(items))",
    must: items == 100_000 ? .atMost(.milliseconds(5)) : nil
  ) { _ in found += try build().sectionCount }
  let built = try build()
  func edit(_ name: String, _ change: (inout SolvedLayout, Int, Int) -> Void) {
    sheet.time("\(name), its screen found, \(size(items))", must: must, per: 200) { _ in
      built
    } work: { layout, _ in
      for index in 0..<200 {
        let item = (index &* 7919) % (items - 200)
        change(&layout, item, index)
        let y = layout.frame(of: .cell(section: 0, item: item))?.y ?? 0
        found += Layouts.screenful(layout, from: y)
      }
    }
  }
  edit("one height changed") { layout, item, index in
    layout.setMeasuredSize(Layouts.height(index + 1), ofItem: item, inSection: 0)
  }
  edit("one row inserted") { layout, item, _ in
    layout.insertItems(at: item, inSection: 0, measuring: Layouts.answer)
  }
  edit("one row removed") { layout, item, _ in
    layout.removeItems(item..<item + 1, inSection: 0)
  }
  keep(found)
}

import FeedLayout
import TestSupport
import Testing

@Suite("Laws of editing")
struct EditingLawTests {
  /// The items of each section, and the measured sizes of their cells.
  struct Model {
    var sections: [[Int]] = []
    var declarations: [Int] = []
    var answers: [Int: Extent] = [:]
    var nextItem = 0

    func answer(_ request: MeasuringRequest) -> Extent? {
      guard case .cell(let section, let item) = request.element else { return nil }
      return answers[sections[section][item]]
    }

    mutating func newItem(_ generator: inout SeededGenerator) -> Int {
      nextItem += 1
      if generator.chance(80) { answers[nextItem] = Self.size(&generator) }
      return nextItem
    }

    static func size(_ generator: inout SeededGenerator) -> Extent {
      Extent(
        width: Double(Int.random(in: 80...200, using: &generator)) / 2,
        height: Double(Int.random(in: 20...300, using: &generator)) / 3
      )
    }
  }

  @Test func `an edited layout equals a fresh layout bit for bit`() throws {
    for seed in seeds(60) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed), isMeasured: seed % 3 != 0)
      let layout = random.description()
      let environment = random.environment()
      var model = Model()
      for declaration in 0..<3 {
        let count = Int.random(in: 0...20, using: &random.generator)
        model.sections.append((0..<count).map { _ in model.newItem(&random.generator) })
        model.declarations.append(min(declaration, layout.sections.count - 1))
      }
      var edited = try solve(layout, environment, model)
      var history: [String] = []
      for _ in 0..<25 {
        history.append(try step(&edited, &model, layout, &random.generator))
        let fresh = try solve(layout, environment, model)
        let scroll = ScrollPosition(offset: Point(y: 25))
        guard edited.contentSize == fresh.contentSize,
          edited.allElements(scrolledTo: scroll) == fresh.allElements(scrolledTo: scroll)
        else {
          let differing = zip(
            edited.allElements(scrolledTo: scroll),
            fresh.allElements(scrolledTo: scroll)
          ).first { $0 != $1 }
          Issue.record(
            """
            seed \(seed), after \(history.joined(separator: ", ")):
            \(edited.contentSize) instead of \(fresh.contentSize), \(String(describing: differing))
            """
          )
          return
        }
      }
    }
  }

  private func solve(
    _ layout: LayoutDescription,
    _ environment: LayoutEnvironment,
    _ model: Model
  ) throws -> SolvedLayout {
    try SolvedLayout(
      layout,
      environment: environment,
      sections: contents(model),
      measuring: { model.answer($0) }
    )
  }

  private func contents(_ model: Model) -> [LayoutSectionContent] {
    zip(model.sections, model.declarations).map {
      LayoutSectionContent(declaration: $1, itemCount: $0.count)
    }
  }

  private func step(
    _ edited: inout SolvedLayout,
    _ model: inout Model,
    _ layout: LayoutDescription,
    _ generator: inout SeededGenerator
  ) throws -> String {
    guard !model.sections.isEmpty, !generator.chance(8) else {
      let place = Int.random(in: 0...model.sections.count, using: &generator)
      let items = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        model.newItem(&generator)
      }
      model.sections.insert(items, at: place)
      model.declarations.insert(
        Int.random(in: 0..<layout.sections.count, using: &generator),
        at: place
      )
      let answers = model
      try edited.insertSection(
        contents(model)[place],
        at: place,
        measuring: { answers.answer($0) }
      )
      return "section \(place) inserted with \(items.count)"
    }
    let section = Int.random(in: 0..<model.sections.count, using: &generator)
    let count = model.sections[section].count
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      model.sections.remove(at: section)
      model.declarations.remove(at: section)
      edited.removeSection(at: section)
      return "section \(section) removed"
    case 1..<5:
      let place = Int.random(in: 0...count, using: &generator)
      let items = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        model.newItem(&generator)
      }
      model.sections[section].insert(contentsOf: items, at: place)
      let answers = model
      edited.insertItems(
        items.count,
        at: place,
        inSection: section,
        measuring: { answers.answer($0) }
      )
      return "\(items.count) inserted at \(section)/\(place)"
    case 5..<7 where count > 0:
      let first = Int.random(in: 0..<count, using: &generator)
      let last = Int.random(in: first...min(count, first + 3), using: &generator)
      model.sections[section].removeSubrange(first..<last)
      let answers = model
      edited.removeItems(
        first..<last,
        inSection: section,
        measuring: { answers.answer($0) }
      )
      return "\(first)..<\(last) removed from \(section)"
    case 7 where count > 0:
      model.sections[section].removeLast(count / 2)
      edited.setItemCount(count - count / 2, inSection: section)
      return "\(section) cut to \(count - count / 2)"
    default:
      guard count > 0 else { return "nothing" }
      let item = Int.random(in: 0..<count, using: &generator)
      let size = generator.chance(85) ? Model.size(&generator) : nil
      model.answers[model.sections[section][item]] = size
      edited.setMeasuredSize(size, ofItem: item, inSection: section)
      return "\(section)/\(item) is \(size.map(\.description) ?? "not measured")"
    }
  }

  @Test func `measuring visible cells while scrolling settles in a few rounds`() throws {
    let row = Make.column(Make.item(.fractionalWidth(1), .estimated(10)), height: .estimated(10))
    var layout = try SolvedLayout(
      LayoutDescription(sections: [LayoutSection(group: row)]),
      environment: LayoutEnvironment(containerSize: Extent(width: 100, height: 400)),
      itemCounts: [1000]
    )
    var asked: [LayoutElementID] = []
    let isSettled = layout.measureVisible(scrolledTo: ScrollPosition()) { request in
      asked.append(request.element)
      return Extent(width: 0, height: 40)
    }
    #expect(isSettled)
    #expect(asked.count == 40)
    #expect(Set(asked).count == 40)
    #expect(layout.contentSize.height == 40 * 40 + 960 * 10)

    let before = layout
    layout.setMeasuredSize(Extent(width: 0, height: 100), ofItem: 0, inSection: 0)
    let held = layout.offset(
      holding: .cell(section: 0, item: 3),
      from: Point(y: 120),
      in: before
    )
    #expect(held.y == 180)
  }

  @Test func `the measurement cache stores sizes by identity and given length`() {
    func request(_ width: Double) -> MeasuringRequest {
      MeasuringRequest(
        element: .cell(section: 0, item: 0),
        proposal: Extent(width: width, height: 44),
        measuresWidth: false,
        measuresHeight: true
      )
    }
    var cache = MeasurementCache<String>()
    var measured = 0
    func size(_ id: String, _ width: Double) -> Extent? {
      cache.size(of: id, for: request(width)) {
        measured += 1
        return Extent(width: width, height: Double(measured))
      }
    }
    #expect(size("a", 100)?.height == 1)
    #expect(size("a", 200)?.height == 2)
    #expect(size("a", 100)?.height == 1)
    #expect(size("b", 100)?.height == 3)
    cache.forget("a")
    #expect(size("a", 100)?.height == 4)
    cache.keepOnly { $0 == "b" }
    #expect(cache.count == 1)
  }
}

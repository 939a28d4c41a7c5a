import FeedLayout
import Foundation
import TestSupport
import Testing

/// The seeds of a property test: few in quick runs, many in full runs.
func seeds(_ count: UInt64) -> Range<UInt64> {
  0..<amount(count / 2, full: count, soak: count * 100)
}

@Suite("Laws of queries")
struct QueryLawTests {
  @Test func `a rectangle query returns exactly the elements whose frames intersect it`() throws {
    for seed in seeds(150) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed), isMeasured: seed % 2 == 1)
      let layout = random.description()
      let environment = random.environment()
      let counts = (0..<4).map { _ in Int.random(in: 0...30, using: &random.generator) }
      let solved = try SolvedLayout(
        layout,
        environment: environment,
        itemCounts: counts,
        measuring: random.isMeasured ? { Answers.height(of: $0.element, seed: seed) } : nil
      )
      for _ in 0..<8 {
        let size = solved.contentSize
        let scroll = ScrollPosition(
          offset: Point(
            x: Double.random(in: -50...max(1, size.width), using: &random.generator),
            y: Double.random(in: -50...max(1, size.height), using: &random.generator)
          ),
          orthogonalOffsets: [0: Double.random(in: -20...200, using: &random.generator)]
        )
        let all = solved.allElements(scrolledTo: scroll)
        let rectangle = Frame(
          x: Double(Int(scroll.offset.x)),
          y: scroll.offset.y,
          width: Double.random(in: 0...300, using: &random.generator),
          height: Double.random(in: 0...300, using: &random.generator)
        )
        let found = solved.elements(in: rectangle, scrolledTo: scroll)
        let expected = all.filter { $0.frame.meets(rectangle) }
        guard Set(found) == Set(expected), found.count == expected.count else {
          let missing = Set(expected).subtracting(found)
          Issue.record(
            "seed \(seed): \(missing.count) missing in \(rectangle): \(Array(missing.prefix(3)))"
          )
          return
        }
      }
    }
  }

  @Test func `the frame of every element equals its frame in the list of all elements`() throws {
    for seed in seeds(100) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed), isMeasured: seed % 2 == 1)
      let layout = random.description()
      let environment = random.environment()
      let solved = try SolvedLayout(
        layout,
        environment: environment,
        itemCounts: [7, 0, 12, 3],
        measuring: random.isMeasured ? { Answers.height(of: $0.element, seed: seed) } : nil
      )
      let scroll = ScrollPosition(offset: Point(x: 30, y: 40), orthogonalOffsets: [0: 15])
      for element in solved.allElements(scrolledTo: scroll)
      where solved.frame(of: element.id, scrolledTo: scroll) != element.frame {
        Issue.record("seed \(seed): \(element.id) has another frame")
        return
      }
    }
  }
}

/// Measured sizes in tests: a height that depends on the cell's identity.
enum Answers {
  static func height(of element: LayoutElementID, seed: UInt64) -> Extent? {
    guard case .cell(let section, let item) = element else { return nil }
    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(section * 1000 + item))
    guard generator.chance(85) else { return nil }
    return Extent(
      width: Double(Int.random(in: 80...200, using: &generator)) / 2,
      height: Double(Int.random(in: 20...300, using: &generator)) / 3
    )
  }
}

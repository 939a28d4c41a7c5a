import FeedLayout
import TestSupport
import Testing

@Suite("Closed form")
struct NaiveSolverTests {
  @Test func `computed frames equal the frames of the naive solver`() throws {
    for seed in seeds(400) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed))
      var layout = random.description()
      for index in layout.sections.indices {
        for item in layout.sections[index].boundaryItems.indices {
          layout.sections[index].boundaryItems[item].pinToVisibleBounds = false
        }
      }
      for item in layout.boundaryItems.indices {
        layout.boundaryItems[item].pinToVisibleBounds = false
      }
      let environment = random.environment()
      let counts = (0..<4).map { _ in Int.random(in: 0...40, using: &random.generator) }
      let naive = NaiveSolver(layout, environment, counts)
      let solved = try SolvedLayout(layout, environment: environment, itemCounts: counts)
      let length =
        layout.scrollDirection == .horizontal ? solved.contentSize.width : solved.contentSize.height
      #expect((length - naive.contentLength).magnitude < 0.001, "seed \(seed)")
      let half = 0.5 / environment.pixelGrid.horizontalScale + 0.001
      var left = naive.elements
      for element in solved.allElements() where !element.id.isBadge {
        guard let expected = left.removeValue(forKey: element.id.key) else {
          Issue.record("seed \(seed): \(element.id.key) is too many")
          return
        }
        let frame = element.frame
        guard near([frame.x, frame.y], [expected.x, expected.y], half),
          near([frame.width, frame.height], [expected.width, expected.height], 0.001)
        else {
          Issue.record("seed \(seed): \(element.id.key) is \(frame) instead of \(expected)")
          return
        }
      }
      #expect(left.isEmpty, "seed \(seed): \(left.keys.sorted().prefix(3)) missing")
    }
  }
}

extension LayoutElementID {
  /// Whether it is an anchored view of a random layout.
  var isBadge: Bool {
    if case .supplementary(let kind, _, _) = self {
      kind == "badge" || kind == "group"
    } else {
      false
    }
  }
}

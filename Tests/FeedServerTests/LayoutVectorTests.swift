import FeedDefinition
import FeedLayout
import Foundation
import TestSupport
import Testing

/// The frames of the layouts of this repository, for solvers in other languages: `fixtures/layouts/frames.json`.
@Suite("Layout vectors")
struct LayoutVectorTests {
  private struct Vector: Encodable {
    var name: String
    var container: [Double]
    var scale: Double
    var count: Int
    var layout: LayoutSection
    var height: Double
    var cells: [[Double]]
    var boundary: [[Double]]
    var maxOffset: Double?
  }

  private static func vector(
    _ name: String,
    _ layout: LayoutSection,
    _ container: Extent,
    scale: Double,
    count: Int
  ) throws -> Vector {
    let solved = try SolvedLayout(
      LayoutDescription(sections: [layout]),
      environment: LayoutEnvironment(
        containerSize: container,
        pixelGrid: PixelGrid(scale: scale)
      ),
      itemCounts: [count]
    )
    func frame(_ element: LayoutElementID) -> [Double]? {
      solved.frame(of: element).map { [$0.x, $0.y, $0.width, $0.height] }
    }
    let boundary = layout.variant(for: container).boundaryItems
    return Vector(
      name: name,
      container: [container.width, container.height],
      scale: scale,
      count: count,
      layout: layout,
      height: solved.contentSize.height,
      cells: (0..<count).compactMap { frame(.cell(section: 0, item: $0)) },
      boundary: boundary.indices.compactMap { index in
        let kind = boundary[index].kind
        let place = boundary[..<index].count { $0.kind == kind }
        return frame(.supplementary(kind: kind, section: 0, index: place))
      },
      maxOffset: solved.orthogonalRow(ofSection: 0)?.maxOffset
    )
  }

  private static func vectors() throws -> [Vector] {
    let containers: [(Extent, Double)] = [
      (Extent(width: 390, height: 844), 3), (Extent(width: 1280, height: 720), 2),
      (Extent(width: 320, height: 400), 1),
    ]
    var vectors: [Vector] = []
    for feed in ["sportsbook", "photos", "exchange", "dates", "trace", "quakes"] {
      let path = Repository.path("layouts/\(feed).yaml")
      let layouts = try FeedFile.load(path: path).feed.layouts
      for (name, layout) in layouts.sorted(by: { $0.key < $1.key }) {
        for (container, scale) in containers {
          for count in [0, 1, 7] {
            vectors.append(
              try vector("\(feed): \(name)", layout, container, scale: scale, count: count)
            )
          }
        }
      }
    }
    return vectors
  }

  @Test func `the frames for other languages are those of the solver`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try Self.vectors().map {
      String(decoding: try encoder.encode($0), as: UTF8.self)
    }
    let text = "[\n\(lines.joined(separator: ",\n"))\n]\n"
    let file = Repository.root.appending(path: "fixtures/layouts/frames.json")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(golden == text, "UPDATE_GOLDENS=1 writes the file again")
  }
}

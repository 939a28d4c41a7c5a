import FeedLayout
import Foundation
import TestSupport
import Testing

/// The recorded and derived cases.
enum Vectors {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    struct Expectation: Decodable, Sendable {
      var contentSize: [Double]?
      var elements: [Element]
      var restingOffsets: [String: [[Double]]]?
      var orthogonal: [String: [String: Double]]?
    }

    struct Element: Decodable, Sendable {
      var element: String
      var kind: String?
      var section: Int
      var item: Item
      var frame: [Double]
      var zIndex: Int
    }

    enum Item: Decodable, Sendable, Hashable {
      case index(Int)
      case layout

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = (try? container.decode(Int.self)).map { .index($0) } ?? .layout
      }
    }

    struct Environment: Decodable, Sendable { var tolerance: Double? }

    var id: String
    var environment: Environment
    var expect: Expectation
    var request: LayoutRequest

    private enum CodingKeys: String, CodingKey { case id, environment, expect }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      environment = try container.decode(Environment.self, forKey: .environment)
      expect = try container.decode(Expectation.self, forKey: .expect)
      request = try LayoutRequest(from: decoder)
    }

    var testDescription: String { id }
  }

  private struct File: Decodable { var vectors: [Vector] }

  static let all: [Vector] = {
    let url = Repository.root.appending(path: "Tests/FeedLayoutTests/Vectors/layout-vectors.json")
    do {
      return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).vectors
    } catch {
      Issue.record("the vectors cannot be read: \(LayoutError(decoding: error))")
      return []
    }
  }()
}

@Suite("Vectors")
struct VectorTests {
  @Test func `all vectors of the file are read`() {
    #expect(Vectors.all.count == 126)
  }

  @Test(arguments: Vectors.all)
  func `every frame and zIndex equals the recorded one`(_ vector: Vectors.Vector) throws {
    let answer = try LayoutAnswer(vector.request)
    let tolerance = vector.environment.tolerance ?? 0.01
    if let size = vector.expect.contentSize {
      #expect(near([answer.contentSize.width, answer.contentSize.height], size, tolerance))
    }
    var found: [String: LayoutElement] = [:]
    for element in answer.elements {
      #expect(found.updateValue(element, forKey: element.id.key) == nil, "\(element.id) twice")
    }
    for expected in vector.expect.elements {
      guard let element = found.removeValue(forKey: expected.key) else {
        Issue.record("\(expected.key) is missing")
        continue
      }
      let frame = element.frame
      #expect(
        near([frame.x, frame.y, frame.width, frame.height], expected.frame, tolerance),
        "\(expected.key): \(frame) instead of \(expected.frame)"
      )
      #expect(element.zIndex == expected.zIndex, "\(expected.key)")
    }
    #expect(found.isEmpty, "too many: \(found.keys.sorted())")
    for (section, pairs) in vector.expect.restingOffsets ?? [:] {
      let offsets = try #require(answer.restingOffsets[Int(section) ?? -1])
      #expect(near(offsets.flatMap(\.self), pairs.flatMap(\.self), tolerance), "\(offsets)")
    }
    for (section, row) in vector.expect.orthogonal ?? [:] {
      let found = try #require(answer.orthogonalRows[Int(section) ?? -1])
      #expect(found.rowLength == row["rowWidth"])
      #expect(found.viewportLength == row["viewportWidth"])
      #expect(found.maxOffset == row["maxOffset"])
    }
  }
}

func near(_ found: [Double], _ expected: [Double], _ tolerance: Double) -> Bool {
  found.count == expected.count
    && zip(found, expected).allSatisfy { ($0 - $1).magnitude <= tolerance }
}

extension LayoutElementID {
  /// The identity in the notation of the vectors.
  var key: String {
    switch self {
    case .cell(let section, let item): "cell \(section)/\(item)"
    case .supplementary(let kind, let section, let index):
      "supplementary:\(kind) \(section)/\(index)"
    case .layoutSupplementary(let kind, _): "supplementary:\(kind) 0/layout"
    case .decoration(let kind, let section, let index): "decoration:\(kind) \(section)/\(index)"
    }
  }
}

extension Vectors.Vector.Element {
  var key: String {
    let name = kind.map { "\(element):\($0)" } ?? element
    switch item {
    case .index(let index): return "\(name) \(section)/\(index)"
    case .layout: return "\(name) \(section)/layout"
    }
  }
}

import FeedDefinition
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("feed init of random files", .waiting)
struct RandomStartTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["FEED_INIT_SEEDS"]
    .flatMap(SeedRange.init)?.seeds ?? 0..<amount(25, full: 250, soak: 5_000)

  /// A failure prints its seed; `FEED_INIT_SEEDS=SEED swift test --filter RandomStart` repeats it.
  @Test(arguments: seeds)
  func
    `a file is refused without a trace, or becomes a feed that keeps its cells and plays its sample`(
      seed: UInt64
    ) throws
  {
    let start = RandomStart(seed: seed)
    let directory = try TemporaryDirectory()
    if start.isDatabase {
      try SQLiteClient(path: directory.path(start.name)).run(start.text)
    } else {
      _ = try directory.file(start.name, start.text)
    }
    func feed(_ arguments: String...) throws -> FeedProgram.Outcome {
      try FeedProgram.run(arguments + ["--allow-path", "."], in: directory.path)
    }
    // Every other text becomes a table of the feed's own, and not a document.
    let options = start.isDatabase || seed.isMultiple(of: 2) ? [] : ["--import"]
    let run = try FeedProgram.run(
      ["init", "out", "--from", start.name, "--yes"] + options,
      in: directory.path
    )
    guard run.status == 0 else {
      #expect(run.status == 65, "seed \(seed): \(run.errors)")
      #expect(run.errors.contains("error["), "seed \(seed): \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: directory.path("out")), "seed \(seed)")
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("out"))
    let name = try #require(names.first { $0.hasSuffix(".yaml") }).dropLast(5)
    let (file, lines) = ("out/\(name).yaml", "out/\(name).updates.jsonl")
    let check = try feed("check", file)
    #expect(check.status == 0, "seed \(seed): \(check.errors)")
    #expect(check.errors.isEmpty, "seed \(seed): \(check.errors)")
    if names.contains("\(name).updates.jsonl") {
      let replay = try feed("replay", file, lines, "--speed", "max", "--verify")
      #expect(replay.status == 0, "seed \(seed): \(replay.errors)")
    }
    guard let cells = start.cells else { return }
    guard names.contains("\(name).seed.jsonl") else {
      let loaded = try FeedFile.load(path: directory.path(file), allowing: [directory.path])
      let document = try #require(loaded.feed.sources[0].document)
      #expect(try Self.hasCells(DocumentFile.read(document).get(), cells), "seed \(seed)")
      return
    }
    let seedLines = try String(
      contentsOfFile: directory.path("out/\(name).seed.jsonl"),
      encoding: .utf8
    )
    #expect(try Self.cells(of: seedLines, columns: cells[0].count) == cells, "seed \(seed)")
  }

  /// Returns whether the objects of a document have the values of cells; a number may lose the zeros at its end.
  private static func hasCells(_ document: Document, _ cells: [[String]]) -> Bool {
    document.objects.count == cells.count
      && zip(document.objects, cells).allSatisfy { object, cells in
        zip(object.content.values, cells).allSatisfy { value, cell in
          switch value {
          case .null: cell.isEmpty
          case .integer(let integer): String(integer) == cell
          case .real(let real):
            cell.hasPrefix(real.description)
              && cell.dropFirst(real.description.count).allSatisfy { $0 == "0" }
          default: value.string.map { Text($0) == Text(cell) } ?? false
          }
        }
      }
  }

  /// Returns the texts of the cells of a seed's rows.
  private static func cells(of seed: String, columns: Int) throws -> [[String]] {
    try seed.split(separator: "\n").flatMap { line in
      let bytes = Array(line.utf8)
      guard case .object(let parts) = try JSONReader.read(bytes).kind,
        case .object(let tables)? = parts.last?.value.kind,
        case .array(let rows)? = tables.first?.value.kind
      else { return [[String]]() }
      return rows.map { row in
        guard case .object(let members) = row.kind else { return [] }
        return members.suffix(columns).map { member in
          switch member.value.kind {
          case .scalar(.null): ""
          case .scalar(.text(let text)): text.string
          default: String(decoding: bytes[member.value.range], as: UTF8.self)
          }
        }
      }
    }
  }
}

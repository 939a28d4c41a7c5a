import FeedDefinition
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("StoreCopy")
struct StoreCopyTests {
  private let folder: TemporaryDirectory
  private let file: FeedFile

  init() throws {
    folder = try TemporaryDirectory()
    file = try EntryTests.file(in: folder)
  }

  private func bytes(of copy: StoreCopy) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case let part = try copy.part(from: bytes.count, count: 10_000), !part.isEmpty {
      bytes += part
    }
    return bytes
  }

  @Test func `a copy has an entry, a size and a digest, but no file name`() async throws {
    let path = folder.path("a.sqlite")
    let engine = try FeedEngine(file: file, store: .file(path))
    let names = folder.files
    _ = try await engine.apply(EntryTests.history, of: "L")
    let copy = try await StoreCopy.make(of: path)
    #expect(try await copy.applied == engine.appliedEntries())
    let bytes = try bytes(of: copy)
    #expect(bytes.count == copy.size)
    #expect(SHA256.digest(of: bytes) == copy.digest)
    #expect(folder.files == names, "it has left a file")
    // An engine on the copy continues from its state.
    let other = try folder.file("b.sqlite", bytes)
    let applied = try AppliedEntries.read(fileAt: other, of: file.feed)
    #expect(applied == copy.applied)
    let second = try FeedEngine(file: file, store: .file(other))
    #expect(second.snapshot.composition == engine.snapshot.composition)
    #expect(second.snapshot.version == engine.snapshot.version)
    #expect(try await second.verifyStateHash() == nil)
    try await engine.close()
    try await second.close()
  }

  @Test func `a store without applied entries is not copied, and no file is left`() async throws {
    let path = folder.path("a.sqlite")
    let engine = try FeedEngine(file: file, store: .file(path))
    let names = folder.files
    await #expect(throws: StoreCopy.Refusal.nothingApplied) {
      _ = try await StoreCopy.make(of: path)
    }
    #expect(folder.files == names)
    try await engine.close()
  }

  @Test func `a replica rejects a store that was changed outside the log`() async throws {
    let path = folder.path("a.sqlite")
    let engine = try FeedEngine(file: file, store: .file(path))
    _ = try await engine.apply(EntryTests.history, of: "L")
    try await engine.close()
    let store = try Store(at: .file(path))
    try store.withWriter { try $0.run("UPDATE team SET name = 'Forged' WHERE id = 3") }
    try store.close()
    let copy = try await StoreCopy.make(of: path)
    let other = try folder.file("b.sqlite", try bytes(of: copy))
    #expect(try AppliedEntries.read(fileAt: other, of: file.feed) == nil)
  }

  @Test func `the leftovers of a killed copy are removed`() throws {
    let store = folder.path("a.sqlite")
    for name in ["a.sqlite", "a.sqlite.copy", "a.sqlite.copy-wal", "a.sqlite.copies"] {
      _ = try folder.file(name, "x")
    }
    StoreCopy.removeLeftovers(of: store)
    #expect(folder.files.filter { $0.hasPrefix("a.") } == ["a.sqlite", "a.sqlite.copies"])
  }
}

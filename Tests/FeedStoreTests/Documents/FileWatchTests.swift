import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("FileWatch", .timeLimit(.minutes(10)))
struct FileWatchTests {
  @Test func `a watch reports a file that is written in place`() async throws {
    try await withDirectory { directory in
      let path = directory.appending(path: "ads.json").path
      try Data("1".utf8).write(to: URL(filePath: path))
      let watch = try FileWatch(path: path)
      var events = watch.makeAsyncIterator()
      try Data("2".utf8).write(to: URL(filePath: path))
      #expect(await events.next() == .changed)
      #expect(text(path) == "2")
    }
  }

  @Test func `a watch reports each replacement of a file by a rename`() async throws {
    try await withDirectory { directory in
      let path = directory.appending(path: "ads.json").path
      let watch = try FileWatch(path: path)
      var events = watch.makeAsyncIterator()
      for round in 1...5 {
        try Data("\(round)".utf8).write(to: URL(filePath: path), options: .atomic)
        while text(path) != "\(round)" { _ = await events.next() }
        #expect(await events.next() == .changed)
      }
    }
  }

  @Test func `a watch reports the creation and the removal of a file`() async throws {
    try await withDirectory { directory in
      let path = directory.appending(path: "ads.json").path
      let declaration = DocumentDeclaration(name: "ads", file: path)
      let watch = try FileWatch(path: path)
      var events = watch.makeAsyncIterator()
      func read() -> String {
        switch DocumentFile.read(declaration) {
        case .success(let document): "\(document.objects.count) objects"
        case .failure(let error): error.description
        }
      }
      #expect(read().hasPrefix("\(path): error[unreadable-file]: the file does not exist"))
      try Data(#"[{"id": 1}]"#.utf8).write(to: URL(filePath: path))
      #expect(await events.next() == .changed)
      #expect(read() == "1 objects")
      try FileManager.default.removeItem(atPath: path)
      #expect(await events.next() == .changed)
      #expect(read().hasPrefix("\(path): error[unreadable-file]: the file does not exist"))
    }
  }

  @Test func `the last of many changes is always followed by an event`() async throws {
    try await withDirectory { directory in
      let path = directory.appending(path: "ads.json").path
      let watch = try FileWatch(path: path, gathering: .milliseconds(1))
      let writer = Task {
        for round in 1...300 {
          try Data("\(round)".utf8).write(to: URL(filePath: path), options: .atomic)
        }
      }
      var seen = ""
      for await _ in watch {
        seen = text(path)
        if seen == "300" { break }
      }
      #expect(seen == "300")
      try await writer.value
    }
  }

  @Test func `a watch reports a changed symbolic link`() async throws {
    try await withDirectory { directory in
      let manager = FileManager.default
      let path = directory.appending(path: "ads.json").path
      for name in ["a", "b"] { try Data(name.utf8).write(to: directory.appending(path: name)) }
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "a")
      let watch = try FileWatch(path: path)
      var events = watch.makeAsyncIterator()
      try manager.removeItem(atPath: path)
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "b")
      while text(path) != "b" { _ = await events.next() }
      #expect(await events.next() == .changed)
    }
  }

  @Test func `a file that becomes a link, and a link that gets another target, are followed`()
    async throws
  {
    try await withDirectory { directory in
      let path = directory.appending(path: "ads.json").path
      try write("file", to: path)
      var events = try FileWatch(path: path, gathering: .milliseconds(1)).makeAsyncIterator()
      for (folder, target) in [
        ("one", "one/a.json"), ("two", "two/b.json"), ("one", "two/../one/c"),
      ] {
        let place = directory.appending(path: target).path
        try FileManager.default.createDirectory(
          at: directory.appending(path: folder),
          withIntermediateDirectories: true
        )
        try write("\(target) 1", to: place)
        try link(path, to: target)
        while text(path) != "\(target) 1" { _ = await events.next() }
        // Drop the events of the link itself: the next one must be that of the target.
        for round in 2...4 {
          try write("\(target) \(round)", to: place)
          while text(path) != "\(target) \(round)" { _ = await events.next() }
          #expect(await events.next() == .changed)
        }
        try Data("replaced".utf8).write(to: URL(filePath: place), options: .atomic)
        while text(path) != "replaced" { _ = await events.next() }
        #expect(await events.next() == .changed)
      }
    }
  }

  @Test func `a folder in the path that is a link and gets another target is followed`()
    async throws
  {
    try await withDirectory { directory in
      let current = directory.appending(path: "current").path
      for release in ["r1", "r2", "r3"] {
        let folder = directory.appending(path: release)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try write(release, to: folder.appending(path: "ads.json").path)
      }
      try link(current, to: "r1")
      let path = current + "/ads.json"
      var events = try FileWatch(path: path, gathering: .milliseconds(1)).makeAsyncIterator()
      for release in ["r2", "r3"] {
        try link(current, to: release)
        #expect(await events.next() == .changed)
        try write("\(release) again", to: directory.appending(path: "\(release)/ads.json").path)
        while text(path) != "\(release) again" { _ = await events.next() }
        #expect(await events.next() == .changed)
      }
      // The folder of the first target no longer matters.
      try FileManager.default.removeItem(at: directory.appending(path: "r1"))
      try write("last", to: path)
      #expect(await events.next() == .changed)
    }
  }

  @Test func `several files are watched as one`() async throws {
    try await withDirectory { directory in
      let paths = ["feed.yaml", "feed.sql"].map { directory.appending(path: $0).path }
      var events = try FileWatch.events(of: paths, gathering: .milliseconds(1)).makeAsyncIterator()
      for path in paths {
        try Data("1".utf8).write(to: URL(filePath: path))
        while text(path) != "1" { _ = await events.next() }
        #expect(await events.next() == .changed)
      }
    }
  }

  @Test func `cancelling the task ends the sequence`() async throws {
    try await withDirectory { directory in
      let watch = try FileWatch(path: directory.appending(path: "ads.json").path)
      let task = Task { for await _ in watch {} }
      task.cancel()
      await task.value
    }
  }

  @Test func `removing the directory ends the sequence after a last event`() async throws {
    try await withDirectory { directory in
      let inner = directory.appending(path: "inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let watch = try FileWatch(path: inner.appending(path: "ads.json").path)
      try FileManager.default.removeItem(at: inner)
      var count = 0
      for await _ in watch { count += 1 }
      #expect(count >= 1)
    }
  }

  @Test func `a missing directory cannot be watched`() async throws {
    try await withDirectory { directory in
      let path = directory.appending(path: "none/ads.json").path
      #expect {
        try FileWatch(path: path)
      } throws: {
        ($0 as? DocumentError)?.description
          == "\(path): error[unreadable-file]: the directory '\(directory.path)/none' cannot be"
          + " watched\n  hint: create the directory, or make it readable"
      }
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Replaces whatever is at a path by a symbolic link, in one step.
  private func link(_ path: String, to target: String) throws {
    #expect(try ForeignProgram.run("ln", ["-sfn", target, path]).status == 0)
  }

  private func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    try await body(directory.url)
  }
}

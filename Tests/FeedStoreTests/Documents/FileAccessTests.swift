import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("FileAccess")
struct FileAccessTests {
  private let folder: TemporaryDirectory
  private let access: FileAccess

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["inside", "outside"] {
      let place = folder.url.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      _ = try folder.file("\(name)/a.json", #"[{"id":1}]"#)
    }
    access = .below([folder.path("inside")])
  }

  private func read(_ path: String) -> String {
    let declaration = DocumentDeclaration(name: "a", file: folder.path(path), access: access)
    switch DocumentFile.read(declaration) {
    case .success(let document): return "\(document.objects.count) objects"
    case .failure(let error): return error.message
    }
  }

  @Test func `a file below a folder is read, and a file next to the folder is not`() {
    #expect(read("inside/a.json") == "1 objects")
    #expect(read("inside/none.json") == "the file does not exist")
    #expect(read("outside/a.json") == "the file is outside the allowed folders")
    #expect(read("outside/none.json") == "the file is outside the allowed folders")
    #expect(read("inside/../outside/a.json").contains("outside the allowed folders"))
    #expect(!FileAccess.below([]).allows("/proc/self/environ"))
    #expect(FileAccess.anywhere.allows("/proc/self/environ"))
  }

  @Test func `a file that the process has open for writing is not listed in its folder`() throws {
    let path = try folder.file("inside/b.sqlite", "SQLite format 3")
    func names() -> [String] {
      GrowingFile.files(in: folder.path("inside"), access: .anywhere).map(\.name)
    }
    #expect(names() == ["a.json", "b.sqlite"])
    let reading = try #require(FileHandle(forReadingAtPath: path))
    #expect(names() == ["a.json", "b.sqlite"])
    let writing = try #require(FileHandle(forUpdatingAtPath: path))
    #expect(names() == ["a.json"])
    try writing.close()
    #expect(names() == ["a.json", "b.sqlite"])
    try reading.close()
  }

  @Test func `a symbolic link counts as its target at each reading`() throws {
    let link = folder.url.appending(path: "inside/link.json")
    func lead(to target: String) throws {
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(
        atPath: link.path,
        withDestinationPath: folder.path(target)
      )
    }
    try lead(to: "inside/a.json")
    #expect(read("inside/link.json") == "1 objects")
    try lead(to: "outside/a.json")
    #expect(read("inside/link.json").contains("outside the allowed folders"))
    // The path of the folder may itself contain a link.
    let other = folder.url.appending(path: "other")
    try FileManager.default.createSymbolicLink(
      atPath: other.path,
      withDestinationPath: folder.path("inside")
    )
    #expect(FileAccess.below([other.path]).allows(folder.path("inside/a.json")))
    #expect(access.allows(other.path + "/a.json"))
  }

  @Test func `a pipe, a device and a folder are refused without waiting`() throws {
    let maker = try Process.run(
      URL(filePath: "/usr/bin/mkfifo"),
      arguments: [folder.path("inside/pipe")]
    )
    maker.waitUntilExit()
    #expect(read("inside/pipe") == "the file is a pipe or a device, not a file")
    #expect(read("inside/../inside") == "the file is outside the allowed folders")
    let device = DocumentDeclaration(name: "a", file: "/dev/zero")
    #expect(throws: DocumentError.self) { try DocumentFile.read(device).get() }
    let directory = DocumentDeclaration(name: "a", file: folder.path("inside"))
    #expect(throws: DocumentError.self) { try DocumentFile.read(directory).get() }
  }
}

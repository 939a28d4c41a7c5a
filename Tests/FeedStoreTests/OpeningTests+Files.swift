import FeedStore
import Foundation
import TestSupport
import Testing

/// Files that cannot become stores, and the closing of stores.
extension OpeningTests {
  @Test func `a file of another format is rejected and left unchanged`() throws {
    let path = folder.path("note.txt")
    let content = Data("This is a shopping list, and a long one at that.".utf8)
    try content.write(to: URL(fileURLWithPath: path))
    let error = storeError { _ = try open("note.txt") }
    #expect(
      error?.description == """
        error[not-a-database]: '\(path)' is not a SQLite database
          hint: give the path of a store, or of a file that does not exist yet
        """
    )
    #expect(folder.files == ["note.txt"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test func `a missing folder, a folder and an empty path are rejected`() throws {
    let missing = folder.path("none/a.sqlite")
    #expect(
      storeError { _ = try open("none/a.sqlite") }?.description == """
        error[cannot-open]: there is no folder '\(folder.path("none"))' for the store '\(missing)'
          hint: make the folder first
        """
    )
    #expect(
      storeError { _ = try open("") }?.message == "'\(folder.path(""))' is a folder"
    )
    let nowhere = storeError {
      _ = try Store(at: .file(""), schema: SchemaSource(sql: Self.sql, name: "sports.sql"))
    }
    #expect(nowhere?.message == "the store's path is empty")
    #expect(folder.files.isEmpty)
  }

  @Test func `a file that cannot be written is rejected and left unchanged`() throws {
    try open("a.sqlite").close()
    let path = folder.path("a.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let error = storeError { _ = try open("a.sqlite") }
    #expect(
      error?.description == """
        error[read-only]: the store '\(path)' cannot be written
          hint: allow writing to it and to its folder, or use a copy
        """
    )
    #expect(folder.files == ["a.sqlite"])
  }

  @Test func `only the owner of a store may read it and its journals`() throws {
    let store = try open("a.sqlite")
    for file in folder.files {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
    }
    try store.close()
  }

  @Test(arguments: [true, false])
  func `a symbolic link is rejected, whether or not its target exists`(leads: Bool) throws {
    if leads { try open("a.sqlite").close() }
    let link = folder.path("link.sqlite")
    let target = folder.path("a.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(
      storeError { _ = try open("link.sqlite") }?.description == """
        error[cannot-open]: the store '\(link)' is a symbolic link
          hint: give the path of the file that it leads to: \(target)
        """
    )
    #expect(FileManager.default.fileExists(atPath: target) == leads)
  }

  @Test func `a closed store throws an error`() throws {
    let store = try open("a.sqlite")
    try store.close()
    #expect(storeError { try store.run("SELECT 1") }?.code == .closed)
    #expect(storeError { try store.close() } == nil)
  }
}

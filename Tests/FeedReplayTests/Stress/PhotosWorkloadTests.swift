import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("PhotosWorkload")
struct PhotosWorkloadTests {
  private static let folder = Repository.root.appending(path: "fixtures/photos")

  @Test func `the pictures of the repository are those of seed 1`() throws {
    for file in PhotosWorkload(seed: 1).files {
      let bytes = try Data(contentsOf: Self.folder.appending(path: file.name))
      #expect(Array(bytes) == file.bytes, "make them again: feed generate photos")
    }
  }
}

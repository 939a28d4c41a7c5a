import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("SportsbookWorkload")
struct SportsbookWorkloadTests {
  @Test func `the fixtures in the repository are what seed 1 makes`() throws {
    let directory = Repository.root.appending(path: "fixtures/sportsbook")
    for file in SportsbookWorkload(seed: 1).files {
      let stored = try Data(contentsOf: directory.appending(path: file.name))
      #expect(
        Array(stored) == file.bytes,
        "\(file.name) differs; write it again with `feed generate sportsbook --seed 1`"
      )
    }
  }

  @Test func `the recordings in the repository are what seed 1 makes`() throws {
    let fixtures = Repository.root.appending(path: "fixtures")
    let files =
      [("quakes/days.geojson", QuakesWorkload(seed: 1).bytes)]
      + EveningWorkload(seed: 1).files.map { ("exchange/\($0.name)", $0.bytes) }
    for (name, bytes) in files {
      let stored = try Data(contentsOf: fixtures.appending(path: name))
      #expect(Array(stored) == bytes, "\(name) differs; write it again with `make fixtures`")
    }
    #expect(QuakesWorkload(seed: 2).bytes != QuakesWorkload(seed: 1).bytes)
    #expect(EveningWorkload(seed: 2).files[1].bytes != EveningWorkload(seed: 1).files[1].bytes)
  }

  @Test func `equal seeds make equal files and different seeds different ones`() {
    #expect(SportsbookWorkload(seed: 7).files == SportsbookWorkload(seed: 7).files)
    #expect(SportsbookWorkload(seed: 7).files != SportsbookWorkload(seed: 8).files)
  }
}

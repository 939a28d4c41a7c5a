import ArgumentParser
import FeedStress
import Foundation

/// Generates fixtures from a seed.
package struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Generates fixtures from a seed.",
    discussion: """
      The sportsbook is seed.jsonl, updates.jsonl, ads.json and pictures. Quakes and exchange are small \
      recordings for the adapters of layouts/quakes.yaml and layouts/exchange.yaml; photos are \
      the pictures of layouts/photos.yaml, and gallery those of layouts/gallery. Home, \
      peak and stress are recordings of an exchange's stream under light, high and extreme load. \
      The same seed generates the same bytes on every machine.

      Examples:
        feed generate sportsbook --seed 1
        feed generate sportsbook --seed 7 --output /tmp/other
        feed generate quakes
        feed generate photos
        feed replay layouts/quakes.yaml fixtures/quakes/days.geojson --adapter usgs
        feed generate peak --output /tmp/load
        feed replay layouts/exchange.yaml /tmp/load/peak.jsonl --adapter betfair \\
            --speed 1x
      """
  )

  /// A set of fixtures that can be generated.
  enum Profile: String, CaseIterable, ExpressibleByArgument {
    case sportsbook, quakes, exchange, photos, gallery, home, peak, stress

    /// Whether it belongs to a layout of the repository.
    var hasLayout: Bool { [.sportsbook, .quakes, .exchange, .photos, .gallery].contains(self) }
  }

  @Argument(help: "The fixtures to generate: \(Profile.allValueStrings.joined(separator: ", ")).")
  var profile: Profile

  @Option(
    parsing: .unconditional,
    help: "Any number that is not negative; equal seeds make equal files."
  )
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The output directory; created if missing.", valueName: "directory"),
    completion: .directory
  )
  var output: String?

  private var files: [(name: String, bytes: [UInt8])] {
    let profile: ExchangeProfile
    switch self.profile {
    case .sportsbook: return SportsbookWorkload(seed: seed).files.map { ($0.name, $0.bytes) }
    case .quakes: return [("days.geojson", QuakesWorkload(seed: seed).bytes)]
    case .exchange: return EveningWorkload(seed: seed).files
    case .photos: return PhotosWorkload(seed: seed).files
    case .gallery: return GalleryPictures.files
    case .home: profile = .home
    case .peak: profile = .peak
    case .stress: profile = .stress
    }
    var bar = ProgressBar()
    defer { bar.clear() }
    let workload = ExchangeWorkload(profile, seed: seed) { part in
      bar.update(part, "\(Int(part * Double(profile.seconds))) of \(profile.seconds) s")
    }
    return [("\(profile.name).jsonl", workload.bytes)]
  }

  func run() throws {
    let output = output ?? "fixtures/\(profile.hasLayout ? profile.rawValue : "load")"
    let directory = URL(filePath: output)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for file in files {
        let place = directory.appending(path: file.name)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(file.bytes).write(to: place, options: .atomic)
        Console.error("wrote \(place.relativePath), \(file.bytes.count) bytes")
      }
    } catch {
      throw Failure.badInput(
        "unwritable",
        "'\(output)' cannot be written: \(error.localizedDescription)",
        hint: "give a directory that you may write to with --output"
      )
    }
  }
}

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "LiveNotes",
  products: [
    .library(name: "LiveNotes", targets: ["LiveNotes"]),
    .executable(name: "live-notes", targets: ["live-notes"]),
  ],
  dependencies: [
    // Without traits, neither a server nor an HTTP client is fetched.
    .package(name: "CompositeFeed", path: "../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "LiveNotes",
      dependencies: [
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ]
    ),
    .executableTarget(
      name: "live-notes",
      dependencies: ["LiveNotes", .product(name: "GRDB", package: "GRDB.swift")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

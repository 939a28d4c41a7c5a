// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that users of the library do not depend on GRDB.
let package = Package(
  name: "SharingWithGRDB",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "CompositeFeed", path: "../..", traits: []),
    .package(path: "../../Examples/LiveNotes"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "SharingWithGRDBTests",
      dependencies: [
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "LiveNotes", package: "LiveNotes"),
        .product(name: "live-notes", package: "LiveNotes"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)

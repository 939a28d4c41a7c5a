// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that whoever uses the libraries does not build the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "CompositeFeed", path: "..")
  ],
  targets: [
    .systemLibrary(name: "CSQLiteBare", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "CSQLiteBare",
        .product(name: "FeedStore", package: "CompositeFeed"),
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

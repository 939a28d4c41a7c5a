// swift-tools-version: 6.3
import PackageDescription

// Users of the library do not pay for the benchmarks: they are a package of their own.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "CompositeFeed", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CSQLiteBare", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "SnapshotBenchmarks",
      dependencies: [.product(name: "FeedSnapshots", package: "CompositeFeed")]
    ),
    .executableTarget(
      name: "LayoutBenchmarks",
      dependencies: [.product(name: "FeedLayout", package: "CompositeFeed")]
    ),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "CSQLiteBare",
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "FeedQueries", package: "CompositeFeed"),
      ]
    ),
    .executableTarget(
      name: "QueryBenchmarks",
      dependencies: [
        "CSQLiteBare",
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .executableTarget(
      name: "PipelineBenchmarks",
      dependencies: [
        "CSQLiteBare",
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "FeedEngine", package: "CompositeFeed"),
      ]
    ),
    .executableTarget(
      name: "ExchangeBenchmarks",
      dependencies: [
        "CSQLiteBare",
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "FeedEngine", package: "CompositeFeed"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

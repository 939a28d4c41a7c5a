// swift-tools-version: 6.3
import PackageDescription

// Users of the library do not pay for the benchmarks: they are a package of their own.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CompositeFeed", path: "..")],
  targets: [
    .executableTarget(
      name: "SnapshotBenchmarks",
      dependencies: [.product(name: "FeedSnapshots", package: "CompositeFeed")]
    )
  ],
  swiftLanguageModes: [.v6]
)

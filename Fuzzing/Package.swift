// swift-tools-version: 6.3
import PackageDescription

// A package of its own, since it is built with a sanitizer and linked with a fuzzer: see `run`.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CompositeFeed", path: "..", traits: [])],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer",
        .product(name: "FeedSnapshots", package: "CompositeFeed"),
        .product(name: "FeedLayout", package: "CompositeFeed"),
        .product(name: "FeedQueries", package: "CompositeFeed"),
        .product(name: "FeedEngine", package: "CompositeFeed"),
        .product(name: "_FeedTools", package: "CompositeFeed"),
        .product(name: "FeedWire", package: "CompositeFeed"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

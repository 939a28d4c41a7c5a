// swift-tools-version: 6.3
import PackageDescription

// Users of the library do not pay for the benchmarks: they are a package of their own.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "CompositeFeed", path: "..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        "Measuring", "Baselines", "Subscribing", "CAllocations",
        .feed("FeedSnapshots"), .feed("FeedLayout"), .feed("FeedQueries"), .feed("FeedEngine"),
        .feed("FeedRendering"), .feed("_FeedTools"), .feed("_FeedLog"),
        .feed("FeedWire"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
        .product(name: "_RopeModule", package: "swift-collections"),
      ],
      exclude: ["Inputs/source.py"],
      packageAccess: false,  // not that of this package
      swiftSettings: [.unsafeFlags(["-package-name", feedPackageName])]
    ),
    .target(name: "Measuring"),
    .target(name: "Baselines", dependencies: ["CSQLiteBare"]),
    .target(name: "Subscribing", dependencies: ["CEpoll"]),
    .systemLibrary(name: "CEpoll"),
    .target(name: "CAllocations"),
    .systemLibrary(name: "CSQLiteBare", pkgConfig: "sqlite3"),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static func feed(_ product: String) -> Self { .product(name: product, package: "CompositeFeed") }
}

/// What the compiler knows the package above by: stages are measured by what only that package sees.
///
/// The name comes from the directory, as SwiftPM makes it.
var feedPackageName: String {
  let directory = Context.packageDirectory.split(separator: "/").dropLast().last ?? "compositefeed"
  let name = directory.lowercased().map { character in
    character.isLetter || character.isNumber || character == "_" ? character : "_"
  }
  return (name.first?.isNumber ?? true ? "_" : "") + String(name)
}

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ]
}

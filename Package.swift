// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CompositeFeed",
  products: [
    .library(name: "FeedSnapshots", targets: ["FeedSnapshots"]),
    .library(name: "FeedLayout", targets: ["FeedLayout"]),
    .library(name: "FeedRendering", targets: ["FeedModel", "FeedFormatting", "FeedRendering"]),
    .library(name: "FeedTerminal", targets: ["FeedModel", "FeedFormatting", "FeedTerminal"]),
    .library(name: "FeedWire", targets: ["FeedModel", "FeedFormatting", "FeedWire"]),
    .library(name: "FeedQueries", targets: ["FeedModel", "FeedStore", "FeedQueries"]),
    .library(
      name: "FeedEngine",
      targets: [
        "FeedModel", "FeedFormatting", "FeedDocuments", "FeedDefinition", "FeedEngine",
      ]
    ),
    .library(name: "FeedReplay", targets: ["FeedModel", "FeedReplay"]),
    .library(name: "FeedStress", targets: ["FeedModel", "FeedStress"]),
    .executable(name: "feed", targets: ["feed"]),
  ],
  traits: [
    .trait(
      name: "InvariantChecks",
      description: "Every change of a snapshot of up to 2,000 items is followed by a full check."
    )
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // MARK: Pure modules: no files, no network, no clock, no environment
    .target(name: "FeedSnapshots"),
    .target(name: "FeedModel", dependencies: ["FeedSnapshots"]),
    .target(
      name: "FeedLayout",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]  // round and floor
    ),
    .target(name: "FeedFormatting", dependencies: ["FeedModel", "FeedLayout"]),
    .target(
      name: "FeedRendering",
      dependencies: ["FeedSnapshots", "FeedModel", "FeedLayout", "FeedFormatting"]
    ),
    .target(
      name: "FeedTerminal",
      dependencies: [
        "FeedSnapshots", "FeedModel", "FeedLayout", "FeedFormatting", "FeedRendering",
      ]
    ),
    .target(name: "FeedWire", dependencies: ["FeedSnapshots", "FeedModel", "FeedFormatting"]),

    // MARK: Sources of objects
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "FileWatching"),
    .target(
      name: "FeedStore",
      dependencies: ["CSQLite", "FileWatching", "FeedSnapshots", "FeedModel"]
    ),
    .target(name: "FeedQueries", dependencies: ["FeedStore", "FeedSnapshots", "FeedModel"]),
    .target(name: "FeedDocuments", dependencies: ["FileWatching", "FeedSnapshots", "FeedModel"]),

    // MARK: The feed
    .target(
      name: "FeedDefinition",
      dependencies: [
        "FeedSnapshots", "FeedModel", "FeedLayout", "FeedStore", "FeedQueries", "FeedDocuments",
        "FeedFormatting", .yams,
      ]
    ),
    .target(
      name: "FeedEngine",
      dependencies: [
        "FeedSnapshots", "FeedModel", "FeedFormatting", "FeedStore", "FeedQueries", "FeedDocuments",
        "FeedDefinition",
      ]
    ),

    // MARK: Fixtures
    .systemLibrary(name: "CMemory"),
    .target(
      name: "FeedReplay",
      dependencies: [
        "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments", "FeedDefinition", "FeedEngine",
        .histogram,
      ]
    ),
    .target(
      name: "FeedStress",
      dependencies: [
        "CMemory", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments", "FeedDefinition",
        "FeedEngine", "FeedReplay", .histogram,
      ]
    ),

    // MARK: The command line
    .executableTarget(
      name: "feed",
      dependencies: [
        "CSQLite", "FeedSnapshots", "FeedModel", "FeedLayout", "FeedFormatting", "FeedRendering",
        "FeedTerminal", "FeedStore", "FeedQueries", "FeedDefinition", "FeedEngine", "FeedReplay",
        "FeedStress", .argumentParser,
      ]
    ),

    // MARK: Tests
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(name: "SQLiteClient", dependencies: ["CSQLite"], path: "Tests/SQLiteClient"),
    .executableTarget(
      name: "random-feeds",
      dependencies: [
        "TestSupport", "FeedStress", "FeedEngine", "FeedDefinition", "FeedStore", "FeedModel",
        "FeedSnapshots", "CSQLite",
      ],
      path: "Tests/RandomFeeds"
    ),
    .testTarget(name: "FeedSnapshotsTests", dependencies: ["TestSupport", "FeedSnapshots"]),
    .testTarget(
      name: "FeedModelTests",
      dependencies: ["TestSupport", "FeedModel", "FeedSnapshots"]
    ),
    .testTarget(name: "FeedLayoutTests", dependencies: ["TestSupport", "FeedLayout"]),
    .testTarget(
      name: "FeedFormattingTests",
      dependencies: ["TestSupport", "SQLiteClient", "FeedFormatting", "FeedLayout", "FeedModel"]
    ),
    .target(
      name: "RenderingSupport",
      dependencies: ["FeedFormatting", "FeedLayout", "FeedModel", "FeedSnapshots"],
      path: "Tests/RenderingSupport"
    ),
    .testTarget(
      name: "FeedRenderingTests",
      dependencies: [
        "TestSupport", "RenderingSupport", "FeedRendering", "FeedFormatting", "FeedLayout",
        "FeedSnapshots", "FeedModel",
      ]
    ),
    .testTarget(
      name: "FeedTerminalTests",
      dependencies: [
        "TestSupport", "RenderingSupport", "FeedTerminal", "FeedRendering", "FeedFormatting",
        "FeedSnapshots", "FeedModel",
      ]
    ),
    .testTarget(
      name: "FeedWireTests",
      dependencies: [
        "TestSupport", "RenderingSupport", "FeedWire", "FeedFormatting", "FeedSnapshots",
        "FeedModel",
      ]
    ),
    .testTarget(
      name: "FeedStoreTests",
      dependencies: ["TestSupport", "SQLiteClient", "FeedStore", "FeedModel", "CSQLite"]
    ),
    .systemLibrary(name: "CSQLiteSession", path: "Tests/CSQLiteSession", pkgConfig: "sqlite3"),
    .testTarget(
      name: "FeedQueriesTests",
      dependencies: [
        "TestSupport", "SQLiteClient", "FeedQueries", "FeedStore", "FeedSnapshots", "FeedModel",
        "CSQLiteSession",
      ]
    ),
    .testTarget(
      name: "FeedDocumentsTests",
      dependencies: ["TestSupport", "FeedDocuments", "FeedModel"]
    ),
    .testTarget(
      name: "FeedDefinitionTests",
      dependencies: [
        "TestSupport", "FeedDefinition", "FeedModel", "FeedLayout", "FeedQueries",
        "FeedStore", "FeedDocuments", "FeedFormatting",
      ],
      exclude: ["Messages"]
    ),
    .testTarget(
      name: "FeedEngineTests",
      dependencies: [
        "TestSupport", "SQLiteClient",
        "FeedEngine", "FeedDefinition", "FeedDocuments", "FeedQueries", "FeedStore",
        "FeedFormatting", "FeedSnapshots", "FeedModel",
      ]
    ),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "TestSupport",
        "FeedEngine", "FeedDefinition", "FeedFormatting", "FeedRendering", "FeedQueries",
        "FeedStore", "FeedWire", "FeedLayout", "FeedSnapshots", "FeedModel",
      ],
      exclude: ["thresholds.json"]
    ),
    .testTarget(
      name: "FeedReplayTests",
      dependencies: [
        "TestSupport", "FeedReplay", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments",
        "FeedDefinition", "FeedEngine",
      ]
    ),
    .testTarget(
      name: "FeedStressTests",
      dependencies: [
        "TestSupport", "FeedStress", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDefinition",
        "FeedEngine",
      ]
    ),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "TestSupport", "FeedStress", "FeedReplay", "FeedEngine", "FeedDefinition", "FeedStore",
        "FeedSnapshots", "FeedModel",
      ]
    ),
    .testTarget(name: "RandomFeedTests", dependencies: ["TestSupport", "random-feeds", "feed"]),
    .testTarget(
      name: "FeedCommandTests",
      dependencies: [
        "TestSupport", "SQLiteClient", "feed", "FeedStress", "FeedReplay", "FeedEngine",
        "FeedDefinition",
        "FeedStore", "FeedSnapshots", "FeedModel",
      ],
      exclude: ["Goldens"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static var yams: Self { .product(name: "Yams", package: "Yams") }
  static var argumentParser: Self {
    .product(name: "ArgumentParser", package: "swift-argument-parser")
  }
  static var histogram: Self { .product(name: "Histogram", package: "hdrhistogram-swift") }
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),  // not unsafeFlags: stays usable as a dependency
]

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}

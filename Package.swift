// swift-tools-version: 6.3
import PackageDescription

// The commit that `feed --version` says. Scripts/build-release names it; other builds name none, so that
// they are not built again after each commit.
let commit = Context.environment["FEED_BUILD_COMMIT"]

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
    .library(name: "FeedClient", targets: ["FeedModel", "FeedLayout", "FeedWire", "FeedClient"]),
    .library(name: "FeedServer", targets: ["FeedServer"]),
    .library(name: "FeedInputs", targets: ["FeedInputs"]),
    .library(name: "FeedLog", targets: ["FeedModel", "FeedLog"]),
    .executable(name: "feed", targets: ["feed"]),
  ],
  traits: [
    .default(enabledTraits: ["Client", "Server", "Inputs", "Log"]),
    .trait(
      name: "Client",
      description: "FeedClient and 'feed follow', and with them AsyncHTTPClient and SwiftNIO."
    ),
    .trait(
      name: "Server",
      description: "FeedServer and 'feed serve', and with them Hummingbird and SwiftNIO."
    ),
    .trait(
      name: "Inputs",
      description: "FeedInputs and 'feed ingest', and with them AsyncHTTPClient and SwiftNIO."
    ),
    .trait(
      name: "Log",
      description: "'feed serve --log' and inputs of NATS, and with them libnats."
    ),
    .trait(
      name: "InvariantChecks",
      description: "Every change of a snapshot of up to 2,000 items is followed by a full check."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),

    // Of the trait Server: whoever does without it neither fetches nor builds these.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.45.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),

    // Of the traits Client and Inputs, and of all three.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
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
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "FeedReplay",
      dependencies: [
        "CZlib", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments", "FeedDefinition",
        "FeedEngine", .histogram,
      ]
    ),
    .target(
      name: "FeedStress",
      dependencies: [
        "CMemory", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments", "FeedDefinition",
        "FeedEngine", "FeedReplay", .histogram,
      ]
    ),

    // MARK: The feed over HTTP, with the trait Server
    .target(
      name: "FeedServer",
      dependencies: [
        "CZlib", "FeedSnapshots", "FeedModel", "FeedLayout", "FeedFormatting", "FeedStore",
        "FeedDocuments", "FeedDefinition", "FeedEngine", "FeedWire", "FeedRendering",
      ] + .server,
      resources: [.embedInCode("Page")]
    ),

    // MARK: A client of it, with the trait Client
    .target(
      name: "FeedClient",
      dependencies: ["FeedSnapshots", "FeedModel", "FeedLayout", "FeedFormatting", "FeedWire"]
        + .client
    ),

    // MARK: Messages from outside, with the trait Inputs
    .target(
      name: "FeedInputs",
      dependencies: [
        "CZlib", "FileWatching", "FeedModel", "FeedStore", "FeedDocuments", "FeedDefinition",
        "FeedEngine", "FeedWire",
      ] + .inputs
    ),

    // MARK: The ordered log, which needs libnats where it is linked
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(
      name: "FeedLog",
      dependencies: [
        "CNats", "FeedSnapshots", "FeedModel", "FeedStore", "FeedDocuments", "FeedEngine",
        "FeedWire",
      ]
    ),

    // MARK: Inputs of NATS, with the traits Inputs and Log
    .target(
      name: "NATSInputs",
      dependencies: [
        "FeedDocuments", "FeedDefinition", "FeedLog",
        .target(name: "FeedInputs", condition: .when(traits: ["Inputs"])),
      ]
    ),

    // MARK: The command line
    .systemLibrary(name: "CBuild"),
    .executableTarget(
      name: "feed",
      dependencies: [
        "CSQLite", "CBuild", "CMemory", "FeedSnapshots", "FeedModel", "FeedLayout",
        "FeedFormatting", "FeedRendering", "FeedTerminal", "FeedStore", "FeedQueries", "FeedEngine",
        "FeedDefinition", "FeedReplay", "FeedStress", "FeedWire", "FeedDocuments",
        .target(name: "FeedClient", condition: .when(traits: ["Client"])),
        .target(name: "FeedServer", condition: .when(traits: ["Server"])),
        .target(name: "FeedInputs", condition: .when(traits: ["Inputs"])),
        .target(name: "FeedLog", condition: .when(traits: ["Log"])),
        .target(name: "NATSInputs", condition: .when(traits: ["Log"])),
        .server("Logging", "swift-log"), .server("ServiceLifecycle", "swift-service-lifecycle"),
        .server("UnixSignals", "swift-service-lifecycle"), .argumentParser,
        .server("Hummingbird", "hummingbird"), .fetching("AsyncHTTPClient", "async-http-client"),
        .fetching("NIOCore", "swift-nio"), .fetching("NIOHTTP1", "swift-nio"),
        .server("NIOSSL", "swift-nio-ssl"),
      ],
      resources: [.embedInCode("Demo/Files"), .embedInCode("Explaining/Errors.md")],
      cSettings: commit.map { [.define("FEED_BUILD_COMMIT", to: "\"\($0)\"")] }
    ),

    // MARK: Examples, each run by a test
    .executableTarget(
      name: "example-server",
      dependencies: [
        "FeedModel", "FeedFormatting", "FeedStore", "FeedDefinition", "FeedEngine", "FeedServer",
        .server("Hummingbird", "hummingbird"), .server("Logging", "swift-log"),
        .server("NIOCore", "swift-nio"), .server("ServiceLifecycle", "swift-service-lifecycle"),
        .server("UnixSignals", "swift-service-lifecycle"),
      ],
      path: "Examples/Server",
      exclude: ["todo.yaml", "todo.sql"]
    ),
    .executableTarget(
      name: "example-terminal",
      dependencies: [
        "FeedSnapshots", "FeedModel", "FeedFormatting", "FeedRendering", "FeedStore",
        "FeedDefinition", "FeedEngine",
      ],
      path: "Examples/Terminal"
    ),
    .target(
      name: "ExampleListView",
      dependencies: ["FeedSnapshots", "FeedLayout", "FeedWire", "FeedClient"],
      path: "Examples/ListView"
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
    .testTarget(
      name: "FeedLayoutTests",
      dependencies: ["TestSupport", "FeedLayout"],
      exclude: ["Vectors"]
    ),
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
        "FeedSnapshots", "FeedModel", "FeedDefinition", "FeedEngine",
      ],
      exclude: ["Goldens"]
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
        "TestSupport", "SQLiteClient", "FeedEngine", "FeedDefinition", "FeedDocuments",
        "FeedQueries", "FeedStore", "FeedFormatting", "FeedSnapshots", "FeedModel",
      ]
    ),
    .target(
      name: "ServingSupport",
      dependencies: [
        "TestSupport", "FeedServer", "FeedWire", "FeedEngine", "FeedDefinition", "FeedFormatting",
        "FeedStore", "FeedModel", "FeedSnapshots", .server("NIOCore", "swift-nio"),
        .server("NIOPosix", "swift-nio"), .server("Logging", "swift-log"),
        .server("ServiceLifecycle", "swift-service-lifecycle"),
      ],
      path: "Tests/ServingSupport"
    ),
    .testTarget(
      name: "FeedServerTests",
      dependencies: [
        "TestSupport", "ServingSupport", "FeedServer", "FeedWire", "FeedEngine", "FeedDefinition",
        "FeedLayout", "FeedFormatting", "FeedStore", "FeedModel", "FeedSnapshots", "CZlib",
        .server("Logging", "swift-log"), .server("ServiceLifecycle", "swift-service-lifecycle"),
        .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
        .server("HTTPTypes", "swift-http-types"), .server("JWTKit", "jwt-kit"),
      ]
    ),
    .testTarget(
      name: "FeedClientTests",
      dependencies: [
        "TestSupport", "ServingSupport", "ExampleListView", "FeedClient", "FeedServer", "FeedWire",
        "FeedLayout", "FeedEngine", "FeedDefinition", "FeedFormatting", "FeedStore", "FeedModel",
        "FeedSnapshots",
        .server("Logging", "swift-log"), .server("ServiceLifecycle", "swift-service-lifecycle"),
      ]
    ),
    .target(
      name: "InputSupport",
      dependencies: ["TestSupport", "FileWatching"],
      path: "Tests/InputSupport",
      exclude: [
        "source.py", "faultrun.py", "exchange.py", "websource.py", "hostile.py", "killrun.py",
      ]
    ),
    .testTarget(
      name: "FeedInputsTests",
      dependencies: [
        "TestSupport", "InputSupport", "LogSupport", "SQLiteClient", "FeedInputs", "NATSInputs",
        "FeedLog", "FeedEngine", "FeedWire",
        "FeedDefinition", "FeedDocuments", "FeedStore", "FeedModel", "FeedSnapshots",
      ]
    ),
    .target(
      name: "LogSupport",
      dependencies: ["TestSupport"],
      path: "Tests/LogSupport",
      exclude: ["bus.py", "copyproxy.py", "joinrun.py"]
    ),
    .testTarget(
      name: "FeedLogTests",
      dependencies: [
        "TestSupport", "LogSupport", "FeedLog", "FeedEngine", "FeedDefinition", "FeedStore",
        "FeedModel", "FeedSnapshots",
      ],
      exclude: ["crosscheck.py"]
    ),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "TestSupport", "FeedEngine", "FeedDefinition", "FeedFormatting", "FeedRendering",
        "FeedQueries", "FeedStore", "FeedWire", "FeedLayout", "FeedSnapshots", "FeedModel",
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
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "TestSupport", "SQLiteClient", "FeedInputs", "FeedDocuments", "FeedEngine", "FeedReplay",
        "FeedDefinition",
        "FeedQueries", "FeedStore", "FeedSnapshots", "FeedModel",
      ],
      exclude: ["Suites"]
    ),
    .testTarget(name: "RandomFeedTests", dependencies: ["TestSupport", "random-feeds", "feed"]),
    .testTarget(
      name: "FeedCommandTests",
      dependencies: [
        "TestSupport", "SQLiteClient", "ServingSupport", "InputSupport", "LogSupport", "feed",
        "example-server", "example-terminal", "FeedWire",
        "FeedStress", "FeedReplay", "FeedEngine", "FeedDefinition", "FeedStore", "FeedSnapshots",
        "FeedDocuments", "FeedModel", .target(name: "FeedLog", condition: .when(traits: ["Log"])),
      ],
      exclude: ["Goldens", "FoundFaults"]
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

  /// A product that only the client needs.
  static func client(_ name: String, _ package: String) -> Self {
    .product(name: name, package: package, condition: .when(traits: ["Client"]))
  }

  /// A product that only inputs need.
  static func inputs(_ name: String, _ package: String) -> Self {
    .product(name: name, package: package, condition: .when(traits: ["Inputs"]))
  }

  /// A product that inputs need, and replicas that copy the store of another one.
  static func fetching(_ name: String, _ package: String) -> Self {
    .product(name: name, package: package, condition: .when(traits: ["Inputs", "Log"]))
  }

  /// A product that only the server needs.
  static func server(_ name: String, _ package: String) -> Self {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
  }
}

extension [Target.Dependency] {
  /// What the client is built on.
  static var client: Self {
    [
      .client("AsyncHTTPClient", "async-http-client"),
      .client("NIOCore", "swift-nio"), .client("NIOPosix", "swift-nio"),
      .client("NIOHTTP1", "swift-nio"), .client("NIOSSL", "swift-nio-ssl"),
    ]
  }

  /// What inputs fetch with.
  static var inputs: Self {
    [
      .inputs("AsyncHTTPClient", "async-http-client"),
      .inputs("NIOCore", "swift-nio"), .inputs("NIOPosix", "swift-nio"),
      .inputs("NIOHTTP1", "swift-nio"), .inputs("NIOWebSocket", "swift-nio"),
      .inputs("NIOTLS", "swift-nio"), .inputs("NIOSSL", "swift-nio-ssl"),
    ]
  }

  /// What the server is built on.
  static var server: Self {
    [
      .server("Hummingbird", "hummingbird"), .server("HummingbirdCore", "hummingbird"),
      .server("HummingbirdHTTP2", "hummingbird"),
      .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
      .server("NIOHTTP1", "swift-nio"), .server("NIOHTTP2", "swift-nio-http2"),
      .server("NIOTLS", "swift-nio"),
      .server("NIOHTTPTypes", "swift-nio-extras"), .server("NIOSSL", "swift-nio-ssl"),
      .server("HTTPTypes", "swift-http-types"), .server("Logging", "swift-log"),
      .server("ServiceLifecycle", "swift-service-lifecycle"),
      .server("AsyncHTTPClient", "async-http-client"), .server("JWTKit", "jwt-kit"),
    ]
  }
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

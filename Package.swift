// swift-tools-version: 6.3
import PackageDescription

// The modules: a name, and the modules and products that it imports. A module imports only modules above it.
// Documentation/Architecture.md shows the same table; Scripts/check-files compares the two.
let modules = """
  FeedSnapshots
  FeedModel       FeedSnapshots
  FeedLayout
  FeedFormatting  FeedModel FeedLayout
  FeedRendering   FeedSnapshots FeedModel FeedLayout FeedFormatting
  FeedTerminal    FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering
  FeedWire        FeedSnapshots FeedModel FeedFormatting
  FeedStore       CSQLite FeedSnapshots FeedModel
  FeedQueries     FeedStore FeedSnapshots FeedModel
  FeedDefinition  Yams FeedSnapshots FeedModel FeedLayout FeedFormatting FeedStore FeedQueries
  FeedEngine      FeedSnapshots FeedModel FeedFormatting FeedStore FeedQueries FeedDefinition
  FeedReplay      CZlib Histogram FeedSnapshots FeedModel FeedStore FeedDefinition FeedEngine
  FeedStress      CSupport Histogram FeedSnapshots FeedModel FeedStore FeedDefinition FeedEngine
                  FeedReplay
  FeedServer      CZlib FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedWire FeedStore
                  FeedDefinition FeedEngine AsyncHTTPClient Hummingbird HummingbirdCore
                  HummingbirdHTTP2 NIOCore NIOPosix NIOHTTP1 NIOHTTP2 NIOTLS NIOHTTPTypes NIOSSL HTTPTypes
                  Logging ServiceLifecycle JWTKit
  FeedClient      FeedSnapshots FeedModel FeedLayout FeedFormatting FeedWire AsyncHTTPClient NIOCore NIOPosix
                  NIOHTTP1 NIOSSL
  FeedLog         CNats FeedSnapshots FeedModel FeedWire FeedStore FeedEngine
  FeedInputs      CZlib FeedModel FeedWire FeedStore FeedDefinition FeedEngine FeedLog AsyncHTTPClient NIOCore
                  NIOPosix NIOHTTP1 NIOWebSocket NIOTLS NIOSSL
  FeedCommands    CSQLite CSupport FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedTerminal
                  FeedWire FeedStore FeedQueries FeedDefinition FeedEngine FeedReplay FeedStress ArgumentParser
  FeedNetworkCommands FeedCommands FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedTerminal
                  FeedWire FeedStore FeedDefinition FeedEngine FeedReplay FeedStress FeedServer FeedClient
                  FeedInputs FeedLog ArgumentParser AsyncHTTPClient Hummingbird NIOCore NIOHTTP1 NIOSSL Logging
                  ServiceLifecycle UnixSignals
  """

let programs = """
  feed              FeedCommands FeedNetworkCommands ArgumentParser
  random-feeds      TestSupport CSQLite FeedSnapshots FeedModel FeedStore FeedDefinition FeedEngine FeedStress
  example-server    FeedModel FeedFormatting FeedStore FeedDefinition FeedEngine FeedServer Hummingbird Logging
                    NIOCore ServiceLifecycle UnixSignals
  example-terminal  FeedSnapshots FeedModel FeedFormatting FeedRendering FeedStore FeedDefinition FeedEngine
  """

// The tests and what they share. All depend on TestSupport.
let tests = """
  TestSupport          CSQLite
  TestFeeds            TestSupport FeedSnapshots FeedModel FeedLayout FeedFormatting FeedWire FeedStore
                       FeedDefinition FeedEngine FeedServer NIOCore NIOPosix Logging ServiceLifecycle
  ExampleListView      FeedSnapshots FeedModel FeedLayout FeedWire FeedQueries FeedClient
  FeedSnapshotsTests   FeedSnapshots FeedModel
  FeedLayoutTests      FeedLayout
  FeedRenderingTests   TestFeeds FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedTerminal
                       FeedDefinition FeedEngine
  FeedWireTests        TestFeeds FeedSnapshots FeedModel FeedFormatting FeedWire
  FeedStoreTests       CSQLite FeedModel FeedStore
  FeedQueriesTests     CSQLite FeedSnapshots FeedModel FeedStore FeedQueries
  FeedDefinitionTests  FeedModel FeedLayout FeedFormatting FeedStore FeedQueries FeedDefinition
  FeedEngineTests      FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedWire FeedStore FeedQueries
                       FeedDefinition FeedEngine
  ConformanceTests     FeedSnapshots FeedModel FeedStore FeedQueries FeedDefinition FeedEngine
                       FeedReplay FeedInputs
  FeedReplayTests      FeedSnapshots FeedModel FeedStore FeedDefinition FeedEngine FeedReplay FeedStress
  FeedServerTests      TestFeeds CZlib FeedSnapshots FeedModel FeedLayout FeedFormatting FeedWire FeedStore
                       FeedDefinition FeedEngine FeedServer NIOCore NIOPosix HTTPTypes Logging ServiceLifecycle JWTKit
  FeedClientTests      TestFeeds ExampleListView FeedSnapshots FeedModel FeedLayout FeedFormatting FeedWire FeedStore
                       FeedDefinition FeedEngine FeedServer FeedClient Logging ServiceLifecycle
  FeedInputsTests      TestFeeds FeedSnapshots FeedModel FeedWire FeedStore FeedDefinition FeedEngine
                       FeedInputs FeedLog
  FeedLogTests         TestFeeds FeedSnapshots FeedModel FeedStore FeedDefinition FeedEngine FeedLog
  FeedCommandTests     TestFeeds feed FeedCommands FeedNetworkCommands random-feeds example-server example-terminal
                       FeedSnapshots FeedModel FeedWire FeedStore FeedDefinition FeedEngine FeedReplay FeedStress FeedLog
  """

// The packages of the products, and the traits that need them. A product without traits is always needed.
let packages: [(name: String, products: [String], traits: Set<String>)] = [
  ("Yams", ["Yams"], []),
  ("swift-argument-parser", ["ArgumentParser"], []),
  ("hdrhistogram-swift", ["Histogram"], []),
  ("async-http-client", ["AsyncHTTPClient"], ["Client", "Server", "Network"]),
  ("swift-nio", ["NIOCore", "NIOPosix", "NIOHTTP1"], ["Client", "Server", "Network"]),
  ("swift-nio", ["NIOTLS"], ["Server", "Network"]),
  ("swift-nio", ["NIOWebSocket"], ["Network"]),
  ("swift-nio-ssl", ["NIOSSL"], ["Client", "Server", "Network"]),
  ("hummingbird", ["Hummingbird", "HummingbirdCore", "HummingbirdHTTP2"], ["Server"]),
  ("swift-nio-extras", ["NIOHTTPTypes"], ["Server"]),
  ("swift-nio-http2", ["NIOHTTP2"], ["Server"]),
  ("swift-http-types", ["HTTPTypes"], ["Server"]),
  ("swift-log", ["Logging"], ["Server"]),
  ("swift-service-lifecycle", ["ServiceLifecycle", "UnixSignals"], ["Server"]),
  ("jwt-kit", ["JWTKit"], ["Server"]),
]

let package = Package(
  name: "CompositeFeed",
  products: [
    .library(name: "FeedSnapshots", targets: ["FeedSnapshots"]),
    .library(name: "FeedLayout", targets: ["FeedLayout"]),
    .library(name: "FeedRendering", targets: ["FeedModel", "FeedFormatting", "FeedRendering"]),
    .library(name: "FeedQueries", targets: ["FeedModel", "FeedStore", "FeedQueries"]),
    .library(
      name: "FeedEngine",
      targets: ["FeedModel", "FeedFormatting", "FeedStore", "FeedDefinition", "FeedEngine"]
    ),
    .library(name: "FeedWire", targets: ["FeedModel", "FeedFormatting", "FeedWire"]),
    .library(name: "FeedClient", targets: ["FeedModel", "FeedLayout", "FeedWire", "FeedClient"]),
    .library(name: "FeedServer", targets: ["FeedServer"]),
    // For the benchmarks and fuzzers of this repository, without a promise to other packages.
    .library(name: "_FeedTools", targets: ["FeedTerminal", "FeedReplay", "FeedStress"]),
    .library(name: "_FeedLog", targets: ["FeedLog"]),
    .executable(name: "feed", targets: ["feed"]),
  ],
  traits: [
    .default(enabledTraits: ["Network"]),
    .trait(name: "Client", description: "FeedClient: AsyncHTTPClient, SwiftNIO."),
    .trait(name: "Server", description: "FeedServer: Hummingbird, SwiftNIO."),
    .trait(name: "Network", description: "All of 'feed'.", enabledTraits: ["Client", "Server"]),
    .trait(name: "InvariantChecks", description: "Small snapshots are checked after each change."),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.45.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .systemLibrary(name: "CSupport"),
  ],
  swiftLanguageModes: [.v6]
)

/// The modules that are empty without a trait.
let traits: [String: Set<String>] = [
  "FeedClient": ["Client"], "FeedServer": ["Server"], "FeedInputs": ["Network"],
  "FeedLog": ["Network"], "FeedNetworkCommands": ["Network"],
]

@MainActor func dependency(_ name: String) -> Target.Dependency {
  guard let package = packages.first(where: { $0.products.contains(name) }) else {
    return .target(name: name, condition: traits[name].flatMap { .when(traits: $0) })
  }
  let condition: TargetDependencyCondition? =
    package.traits.isEmpty ? nil : .when(traits: package.traits)
  return .product(name: name, package: package.name, condition: condition)
}

/// The lines of a table; a line that begins with spaces continues the one before it.
@MainActor func rows(_ table: String) -> [(name: String, uses: [Target.Dependency])] {
  table.split(separator: "\n").reduce(into: []) { rows, line in
    var words = line.split(separator: " ").map(String.init)
    if line.first != " " { rows.append((words.removeFirst(), [])) }
    rows[rows.count - 1].uses += words.map(dependency)
  }
}

for (name, uses) in rows(modules) + rows(tests) where !name.hasSuffix("Tests") {
  package.targets.append(.target(name: name, dependencies: uses))
}
for (name, uses) in rows(programs) {
  package.targets.append(.executableTarget(name: name, dependencies: uses))
}
for (name, uses) in rows(tests) where name.hasSuffix("Tests") {
  package.targets.append(.testTarget(name: name, dependencies: uses + ["TestSupport"]))
}

let paths = [
  "example-server": "Examples/Server", "example-terminal": "Examples/Terminal",
  "ExampleListView": "Examples/ListView", "random-feeds": "Tests/RandomFeeds",
  "TestSupport": "Tests/TestSupport", "TestFeeds": "Tests/TestFeeds",
]
let excluded = [
  "example-server": ["todo.yaml", "todo.sql"], "TestFeeds": ["Programs"],
  "FeedLayoutTests": ["Vectors"], "FeedRenderingTests": ["Terminal/Goldens"],
  "FeedDefinitionTests": ["Messages"], "ConformanceTests": ["Suites"],
  "FeedLogTests": ["crosscheck.py"], "FeedEngineTests": ["Counters/thresholds.json"],
  "FeedCommandTests": ["Goldens", "FoundFaults"],
]
let resources = [
  "FeedCommands": ["Explanations/Errors.md"], "FeedNetworkCommands": ["Demo/Files"],
  "FeedServer": ["Page"],
]

for target in package.targets where target.type != .system {
  target.path = paths[target.name]
  target.exclude = excluded[target.name] ?? []
  target.resources = resources[target.name].map { $0.map { .embedInCode($0) } }
  switch target.name {
  case "FeedLayout":  // round and floor
    target.linkerSettings = [.linkedLibrary("m", .when(platforms: [.linux]))]
  case "FeedCommands":
    // The commit that `feed --version` prints; only Scripts/build-release names one.
    let commit = Context.environment["FEED_BUILD_COMMIT"]
    target.cSettings = commit.map { [.define("FEED_BUILD_COMMIT", to: "\"\($0)\"")] }
  default: break
  }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),  // not unsafeFlags: stays usable as a dependency
  ]
}

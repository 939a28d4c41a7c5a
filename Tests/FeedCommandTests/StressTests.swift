import Foundation
import TestSupport
import Testing

@Suite("feed stress", .waiting)
struct StressTests {
  @Test func `a run without a fault ends with a report and the code of success`() throws {
    let run = try FeedProgram.run(
      "stress",
      FeedProgram.sportsbook,
      "--for",
      "300ms",
      "--readers",
      "2",
      "--format",
      "json"
    )
    #expect(run.status == 0, "\(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    for key in ["seed", "commits", "readers", "comparisons", "memory", "commitToBatchMicroseconds"]
    {
      #expect(report?[key] != nil, "\(key)")
    }
    #expect((report?["faults"] as? [Any])?.isEmpty == true)
  }

  /// Twenty commits per second leave time for other tests, and for every batch to be refereed.
  @Test func `random load and readers of all paces cause no fault`() throws {
    let commits = amount(160, full: 640)
    let run = try FeedProgram.run(
      ["stress", FeedProgram.sportsbook, "--commits", "\(commits)", "--rate", "20"]
        + ["--readers", "6", "--seed", "20", "--format", "json"]
    )
    #expect(run.status == 0, "\(run.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    func count(_ key: String) -> Int { report[key] as? Int ?? 0 }
    #expect((report["faults"] as? [Any])?.isEmpty == true)
    // An action without a target commits nothing, and many writes are not visible.
    #expect(count("commits") == commits)
    #expect(count("versions") >= commits / 3)
    #expect(count("comparisons") >= 1)
    #expect(count("refereed") == count("batches"))
    #expect(count("batches") >= commits)
    for kind in ["outside", "documents", "actions", "toggles"] {
      #expect(count(kind) > 0, "\(kind)")
    }
    #expect((report["readers"] as? [Any])?.count ?? 0 >= 6)
  }

  #if Client && Server
  @Test func `HTTP clients of every kind hold the feed at the end`() throws {
    let commits = amount(120, full: 1_000)
    let run = try FeedProgram.run(
      ["stress", FeedProgram.sportsbook, "--serve", "--commits", "\(commits)", "--rate", "30"]
        + ["--readers", "10", "--seed", "3", "--format", "json"]
    )
    #expect(run.status == 0, "\(run.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    let readers = report["readers"] as? [[String: Any]] ?? []
    let paces = readers.compactMap { $0["pace"] as? String }.filter { $0.contains("over HTTP") }
    #expect(paces.count == 10)
    #expect(Set(paces).count == 6)
    #expect(report["refereed"] as? Int == report["batches"] as? Int)
    #expect((report["faults"] as? [Any])?.isEmpty == true)
  }
  #endif

  /// The signals that end a run, sent to it alone or to its process group, as by `timeout`.
  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP], [false, true])
  func `a killed run leaves no file and no process`(
    _ signal: Int32,
    _ isForAll: Bool
  ) throws {
    // The keeper ignores every signal that can be ignored.
    guard !isForAll || signal != SIGKILL else { return }
    let run = try TemporaryRun(["stress", FeedProgram.sportsbook, "--for", "60s", "--rate", "20"])
    // Both of its processes work once there is a history.
    run.waitForFile(endingIn: "history.jsonl")
    let children = try children(of: run.process.processIdentifier)
    if isForAll { for child in children { kill(child, signal) } }
    kill(run.process.processIdentifier, signal)
    try run.waitForAll()
    #expect(children.count >= 1)
    #expect(run.files == [])
  }

  /// Returns the processes that the threads of a process have started.
  private func children(of parent: Int32) throws -> [Int32] {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")
    return tasks.flatMap { task in
      // A thread may end in the meantime.
      let text = try? String(
        contentsOfFile: "/proc/\(parent)/task/\(task)/children",
        encoding: .utf8
      )
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  @Test func `the load of a profile runs in its own store, which is kept`() throws {
    let directory = try TemporaryDirectory()
    let store = directory.path + "/kept.sqlite"
    let run = try FeedProgram.run(
      ["stress", "layouts/exchange.yaml", "--profile", "home", "--for", "200ms", "--readers", "2"]
        + ["--store", store, "--format", "json"]
    )
    #expect(run.status == 0, "\(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(report?["refused"] as? Int == 0)
    #expect((report?["commits"] as? Int ?? 0) > 0)
    let page = try FeedProgram.run("render", "layouts/exchange.yaml", "--store", store)
    #expect(page.output.contains("Home 1 v Away 1"), "\(page.errors)")
  }

  @Test func `a profile needs the adapter that it is made for`() throws {
    let run = try FeedProgram.run("stress", FeedProgram.sportsbook, "--profile", "peak")
    #expect(run.status == 65)
    #expect(run.errors.contains("error[unknown-adapter]"))
  }

  @Test func `the help does not list the internal command of the other process`() throws {
    let help = try FeedProgram.run("--help")
    #expect(help.output.contains("stress"))
    #expect(!help.output.contains("stress-writer"))
  }

  @Test(arguments: [
    ["--refereeing", "0"], ["--refereeing", "1.5"], ["--profile", "huge"], ["--for", "soon"],
    ["--for", "-1s"], ["--rate", "-3"], ["--readers", "5000"],
  ])
  func `options without a meaning are rejected`(arguments: [String]) throws {
    let run = try FeedProgram.run(["stress", FeedProgram.sportsbook] + arguments)
    #expect(run.status == 64, "\(arguments): \(run.errors)")
  }
}

/// Builds of a project: running ones with their progress, and the last ones of each branch.
package struct BuildsGallery: GallerySource {
  package static let rate = 4

  private struct Build {
    let id: Int
    let branch: Int
    let title: String
    let author: String
    /// The seconds that it will take.
    let length: Int
    let started: Int64
    var seconds = 0
    var state = "running"
  }

  private static let branches = ["main", "release/2.4", "feature/windows", "fix/late-sources"]
  private static let titles = [
    "Keep the order of groups", "Read the next page ahead", "Name the file in the message",
    "Compare two versions in one pass", "Remove the second cache", "Reject an empty address",
    "Draw the badge after the title", "Count the rows that a query reads", "Update the licences",
  ]
  private static let authors = ["Noor", "Iris", "Tomasz", "Aiko", "Femi", "Lena"]
  private static let kept = 6

  private var random: SplitMix64
  private var builds: [Build] = []

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    // The last of them begins at least five minutes ago.
    var time = start - Int64(420 * Self.kept * Self.branches.count)
    for _ in 0..<Self.kept {
      for branch in Self.branches.indices {
        add(branch, at: time)
        builds[builds.count - 1].seconds = builds[builds.count - 1].length
        finish(builds.count - 1)
        time += Int64(random.within(120...420))
      }
    }
    for branch in 0..<2 {
      let seconds = random.within(20...90)
      add(branch, at: start - Int64(seconds))
      builds[builds.count - 1].seconds = seconds
    }
  }

  package var opening: WorkloadMessage {
    var message = WorkloadMessage(
      "branch",
      Self.branches.enumerated().map { [("id", .integer($0 + 1)), ("name", .text($1))] }
    )
    message.upsert("build", builds.map(row))
    return message
  }

  package mutating func next(at now: Int64) -> WorkloadMessage {
    let running = builds.indices.filter { builds[$0].state == "running" }
    if running.count < 2 || (running.count < 4 && random.below(40) == 0) {
      add(random.below(Self.branches.count), at: now)
      var message = WorkloadMessage("build", [row(builds[builds.count - 1])])
      let old = builds.filter { $0.branch == builds[builds.count - 1].branch }
      if old.count > 2 * Self.kept, let first = old.first(where: { $0.state != "running" }) {
        builds.removeAll { $0.id == first.id }
        message.delete("build", [first.id])
      }
      return message
    }
    guard let index = random.element(of: running) else { return WorkloadMessage() }
    builds[index].seconds = min(builds[index].seconds + random.within(2...6), builds[index].length)
    if builds[index].seconds == builds[index].length { finish(index) }
    return WorkloadMessage(
      "build",
      [
        [
          ("id", .integer(builds[index].id)), ("state", .text(builds[index].state)),
          ("seconds", .integer(builds[index].seconds)), ("progress", progress(builds[index])),
        ]
      ]
    )
  }

  private mutating func add(_ branch: Int, at time: Int64) {
    builds.append(
      Build(
        id: (builds.last?.id ?? 1_200) + 1,
        branch: branch,
        title: random.element(of: Self.titles) ?? "",
        author: random.element(of: Self.authors) ?? "",
        length: random.within(95...260),
        started: time
      )
    )
  }

  private mutating func finish(_ index: Int) {
    builds[index].state = random.below(5) == 0 ? "failed" : "passed"
  }

  private func progress(_ build: Build) -> WorkloadMessage.Field {
    .price(100 * build.seconds / build.length)
  }

  private func row(_ build: Build) -> WorkloadMessage.Row {
    [
      ("id", .integer(build.id)), ("branch_id", .integer(build.branch + 1)),
      ("branch", .text(Self.branches[build.branch])), ("title", .text(build.title)),
      ("author", .text(build.author)), ("state", .text(build.state)),
      ("started_at", .time(build.started)), ("seconds", .integer(build.seconds)),
      ("progress", progress(build)),
    ]
  }
}

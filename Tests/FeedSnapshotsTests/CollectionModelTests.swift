import Testing

@testable import FeedSnapshots

typealias Letters = ContentSnapshot<String, Int, String, Int>

/// Reads `A[1,2] B[3]` into a snapshot; `1u` is item 1 with another content.
func letters(_ text: String) throws -> Letters {
  var snapshot = Letters()
  for part in text.split(separator: " ") {
    let halves = part.split(separator: "[", omittingEmptySubsequences: false)
    let isChanged = halves[0].hasSuffix("u")
    let id = String(isChanged ? halves[0].dropLast() : halves[0])
    try snapshot.insertSection(id, content: isChanged ? 1 : 0, at: snapshot.sectionCount)
    let items = halves[1].dropLast().split(separator: ",").map { item in
      item.hasSuffix("u")
        ? SnapshotEntry(id: String(item.dropLast()), content: 1)
        : SnapshotEntry(id: String(item), content: 0)
    }
    try snapshot.insertItems(items, inSection: id, at: 0)
  }
  return snapshot
}

/// Two indices as a path.
func path(_ section: Int, _ item: Int) -> SnapshotPath {
  SnapshotPath(section: section, item: item)
}

func batch(_ edit: (inout BatchUpdates) -> Void) -> BatchUpdates {
  var batch = BatchUpdates()
  edit(&batch)
  return batch
}

/// An invalid batch, and the expected report.
struct BrokenRule: CustomTestStringConvertible, Sendable {
  let old: String
  let new: String
  let batch: BatchUpdates
  var marks = Letters.Model.MarkPhase.afterStructure
  let expected: String
  var testDescription: String { expected }
}

extension Letters {
  typealias Model = CollectionModel<String, Int, String, Int>
}

@Suite("CollectionModel")
struct CollectionModelTests {
  private static let oldHint =
    "\n  hint: deletes and the sources of moves are indices in the old snapshot, from zero"
  private static let newHint =
    "\n  hint: inserts and the targets of moves are indices in the new snapshot, from zero"
  private static let markHint =
    "\n  hint: reloads and reconfigures are indices in the new snapshot, from zero"

  static let broken: [BrokenRule] = [
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch { $0.deleteSections = [3] },
      expected:
        "error[rule-1]: section delete 3 is outside the 1 old sections"
        + oldHint
    ),
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch { $0.insertSections = [1] },
      expected:
        "error[rule-2]: section insert 1 is outside the 1 new sections"
        + newHint
    ),
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch { $0.deleteItems = [path(0, 1)] },
      expected:
        "error[rule-3]: item delete [0, 1] is outside the 1 old items of section 'A'"
        + oldHint
    ),
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch { $0.insertItems = [path(0, 7)] },
      expected:
        "error[rule-4]: item insert [0, 7] is outside the 1 new items of section 'A'"
        + newHint
    ),
    .init(
      old: "A[1,2]",
      new: "A[1]",
      batch: batch { $0.deleteItems = [path(0, 1), path(0, 1)] },
      expected: "error[rule-5]: old item [0, 1] ('2') is named by two edits"
    ),
    .init(
      old: "A[1]",
      new: "A[1,2]",
      batch: batch { $0.insertItems = [path(0, 1), path(0, 1)] },
      expected: "error[rule-6]: new item [0, 1] ('2') is named by two edits"
    ),
    .init(
      old: "A[1] B[]",
      new: "B[]",
      batch: batch {
        $0.deleteSections = [0]
        $0.moveSections = [.init(from: 0, to: 0)]
      },
      expected: "error[rule-7]: old section 0 ('A') is named by a move and by another edit"
    ),
    .init(
      old: "A[1,2]",
      new: "A[2,1]",
      batch: batch {
        $0.moveItems = [
          .init(from: path(0, 0), to: path(0, 1)), .init(from: path(0, 0), to: path(0, 0)),
        ]
      },
      expected: "error[rule-8]: old item [0, 0] ('1') is named by two moves"
    ),
    .init(
      old: "A[1] B[]",
      new: "B[]",
      batch: batch {
        $0.deleteSections = [0]
        $0.deleteItems = [path(0, 0)]
      },
      expected: "error[rule-9]: item delete [0, 0] ('1') is in a section that is deleted"
    ),
    .init(
      old: "A[1] B[]",
      new: "B[1]",
      batch: batch {
        $0.deleteSections = [0]
        $0.moveItems = [.init(from: path(0, 0), to: path(0, 0))]
      },
      expected: "error[rule-10]: item move from [0, 0] ('1') leaves a section that is deleted"
    ),
    .init(
      old: "A[1]",
      new: "A[] B[1]",
      batch: batch {
        $0.insertSections = [1]
        $0.moveItems = [.init(from: path(0, 0), to: path(1, 0))]
      },
      expected: "error[rule-11]: item move to [1, 0] ('1') enters a section that is inserted"
    ),
    .init(
      old: "A[1]",
      new: "Au[1,2]",
      batch: batch {
        $0.reloadSections = [0]
        $0.insertItems = [path(0, 1)]
      },
      marks: .withStructure,
      expected: "error[rule-12]: the edit of item [0, 1] ('2') is in a section that is reloaded"
    ),
    // Rule 13: the path of a delete counts by the old index of a section, also if it moves.
    .init(
      old: "A[1,2] B[]",
      new: "B[] A[2]",
      batch: batch {
        $0.moveSections = [.init(from: 0, to: 1)]
        $0.deleteItems = [path(1, 0)]
      },
      expected:
        "error[rule-3]: item delete [1, 0] is outside the 0 old items of section 'B'"
        + oldHint
    ),
    .init(
      old: "A[]",
      new: "A[] B[]",
      batch: BatchUpdates(),
      expected:
        "error[rule-14]: 2 sections after the batch, but 1 before, 0 inserted and 0 deleted"
    ),
    .init(
      old: "A[1]",
      new: "A[1,2]",
      batch: BatchUpdates(),
      expected:
        "error[rule-15]: section 0 ('A') has 2 items after the batch, but 1 before, 0 gone and 0 come"
    ),
    .init(
      old: "A[] B[]",
      new: "B[] A[]",
      batch: BatchUpdates(),
      expected: "error[rule-17]: section 'A' ends up at 0 ('B') after the batch"
    ),
    .init(
      old: "A[1,2]",
      new: "A[2,1]",
      batch: BatchUpdates(),
      expected: "error[rule-18]: item '1' ends up at [0, 0] ('2') after the batch"
    ),
    .init(
      old: "A[1,2]",
      new: "A[2,1]",
      batch: batch {
        $0.deleteItems = [path(0, 0)]
        $0.insertItems = [path(0, 1)]
      },
      expected: "error[rule-18]: inserted item [0, 1] ('1') already exists, at [0, 0]"
    ),
    .init(
      old: "A[1]",
      new: "A[1u]",
      batch: BatchUpdates(),
      expected:
        "error[rule-19]: item [0, 0] ('1') has new content, but is neither reloaded nor reconfigured"
    ),
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch { $0.reloadItems = [path(2, 0)] },
      expected:
        "error[rule-20]: item reload [2, 0] is outside the 1 new sections"
        + markHint
    ),
    .init(
      old: "A[1]",
      new: "A[1]",
      batch: batch {
        $0.reloadItems = [path(0, 0)]
        $0.reconfigureItems = [path(0, 0)]
      },
      expected: "error[rule-21]: item [0, 0] ('1') is both reloaded and reconfigured"
    ),
  ]

  @Test(arguments: broken)
  func `a broken rule is named with path and id`(_ case: BrokenRule) throws {
    let old = try letters(`case`.old)
    let new = try letters(`case`.new)
    var model = CollectionModel(old, marks: `case`.marks)
    let violations = model.violations(of: `case`.batch, to: new)
    #expect(violations.map(\.description).contains(`case`.expected), "\(violations)")
    #expect(throws: InvalidBatch.self) { try model.perform(`case`.batch, to: new) }
    #expect(model.holds(old))
  }

  static let unsafe: [BrokenRule] = [
    .init(
      old: "A[1] B[]",
      new: "B[] A[1,2]",
      batch: batch {
        $0.moveSections = [.init(from: 0, to: 1)]
        $0.insertItems = [path(1, 1)]
      },
      expected: "error[rule-22]: the edit of item [1, 1] ('2') is in a section that moves"
    ),
    .init(
      old: "A[1]",
      new: "A[1u,2]",
      batch: batch {
        $0.reloadItems = [path(0, 0)]
        $0.insertItems = [path(0, 1)]
      },
      marks: .withStructure,
      expected:
        "error[rule-23]: item [0, 0] ('1') is reloaded together with edits of the structure"
    ),
    .init(
      old: "A[] B[]",
      new: "Bu[] A[]",
      batch: batch {
        $0.moveSections = [.init(from: 1, to: 0)]
        $0.reloadSections = [0]
      },
      marks: .withStructure,
      expected: "error[rule-24]: section 0 ('B') is both reloaded and moved"
    ),
    .init(
      old: "A[] B[x]",
      new: "A[x] B[]",
      batch: batch {
        $0.moveSections = [.init(from: 1, to: 1)]
        $0.moveItems = [.init(from: path(1, 0), to: path(0, 0))]
      },
      expected: "error[rule-25]: the move of section 1 ('B') moves nothing"
    ),
    .init(
      old: "A[1,2]",
      new: "A[1,3]",
      batch: batch {
        $0.deleteItems = [path(0, 1), path(0, 1)]
        $0.insertItems = [path(0, 1)]
      },
      expected: "error[rule-26]: item [0, 1] ('2') is deleted twice"
    ),
  ]

  @Test(arguments: unsafe)
  func `a legal but unsafe batch yields a warning`(_ case: BrokenRule) throws {
    let model = CollectionModel(try letters(`case`.old), marks: `case`.marks)
    let warnings = model.warnings(of: `case`.batch, to: try letters(`case`.new))
    #expect(warnings.map(\.description).contains(`case`.expected), "\(warnings)")
  }

  @Test func `a batch made from another version is refused`() throws {
    var model = CollectionModel(try letters("A[1]"))
    let older = try letters("A[]")
    let newer = try letters("A[1,2]")
    let error = #expect(throws: InvalidBatch.self) {
      try model.perform(older.updates(to: newer), from: older, to: newer)
    }
    #expect(error?.violations.first?.rule == 16)
    #expect(
      error?.violations.first?.hint == "make the batch from the snapshot that the model shows"
    )
  }
}

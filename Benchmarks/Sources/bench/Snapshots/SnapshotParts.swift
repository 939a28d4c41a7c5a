import Measuring

let snapshotParts = [
  Part("snapshots-edits", of: "Snapshots", "one edit and its batch, at a thousand and a million") {
    try measureEdits(&$0)
    try measureVocabulary(&$0)
  },
  Part("snapshots-unrelated", of: "Snapshots", "batches between snapshots that share nothing") {
    try await measureUnrelated(&$0)
  },
  Part("snapshots-rebuild", of: "Snapshots", "one edit, against making everything anew") {
    try await measureRebuild(&$0)
  },
  Part("snapshots-borrowed", of: "Snapshots", "own trees beside those of swift-collections") {
    try measureBorrowedTrees(&$0)
  },
  Part("snapshots-memory", of: "Snapshots", "bytes of an item, and of keeping versions") {
    try measureSnapshotMemory(&$0)
  },
]

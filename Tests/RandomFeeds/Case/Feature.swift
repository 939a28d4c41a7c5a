/// A feature that a case may use, with the name that excludes or forces it.
enum Feature: String, CaseIterable, Codable, Comparable {
  // Tables and keys.
  case nocase, nocaseKeys, rtrim, rtrimKeys, untypedKeys, textKeys, oddKeys, compoundKeys,
    withoutRowID, strict
  case sharedColumns, selfReferences, deferredKeys, triggers, cascades
  case unlikeCollations, twoReferences, compoundReferences, views
  // Queries.
  case windows, aggregates, groups, groupAggregates, folds, includes, time, filters, parentColumns
  case farColumns, aggregateOrders, subqueries
  // Sections.
  case documents, placeholders, empties, slots, conditions, yieldless, claims, sharedSources
  case actions, moves
  // Histories.
  case cycles, zeroBytes, zeroByteKeys, invalidUTF8, invalidKeys, combining, replace, keyUpdates,
    deletions, failures
  case savepoints, outsiders, bulk, puts
  // Processes.
  case kills, twoPlayers

  /// The name on the command line: `without-rowid`, `nocase`.
  var name: String {
    rawValue.reduce(into: "") { text, letter in
      if letter.isUppercase, text.last?.isUppercase != true { text += "-" }
      text.append(letter)
    }.lowercased()
  }

  init?(name: String) {
    guard let feature = Feature.allCases.first(where: { $0.name == name }) else { return nil }
    self = feature
  }

  static func < (lhs: Feature, rhs: Feature) -> Bool { lhs.rawValue < rhs.rawValue }
}

import FeedDefinition
import FeedEngine
import FeedModel
import FeedQueries
import FeedStore
import Foundation
import TestSupport

/// A table with the user's own order, in one of the forms that such tables have.
struct OrderedTable: Sendable, CustomStringConvertible {
  var name: String
  /// The column with its type and constraints.
  var column: String
  /// The values of the order column of the first rows, by their keys from one.
  var order: @Sendable (Int) -> Value
  var term = "pos"
  var groups = 1
  var filter: String?

  var description: String { name }

  var schema: String {
    """
    CREATE TABLE card (
      id INTEGER PRIMARY KEY, title TEXT, bin INTEGER NOT NULL DEFAULT 0,
      is_marked INTEGER NOT NULL DEFAULT 0, pos \(column))
    """ + (column.contains("ANYTHING") ? "" : " STRICT") + ";"
  }

  static let all: [OrderedTable] = [
    OrderedTable(name: "plain numbers", column: "INTEGER NOT NULL") { .integer(Int64($0)) },
    OrderedTable(name: "ties", column: "INTEGER NOT NULL DEFAULT 0") { .integer(Int64($0 / 4)) },
    OrderedTable(name: "all the same", column: "INTEGER NOT NULL DEFAULT 0") { _ in 0 },
    OrderedTable(name: "wide gaps", column: "INTEGER") { .integer(Int64($0) * 1000) },
    OrderedTable(name: "NULL first", column: "INTEGER") {
      $0 % 3 == 0 ? .integer(Int64($0)) : .null
    },
    OrderedTable(
      name: "NULL last, descending",
      column: "INTEGER",
      order: { $0 % 3 == 0 ? .integer(Int64($0)) : .null },
      term: "pos DESC"
    ),
    OrderedTable(
      name: "NULL first, descending",
      column: "INTEGER",
      order: { $0 % 3 == 0 ? .integer(Int64($0)) : .null },
      term: "pos DESC NULLS FIRST"
    ),
    OrderedTable(name: "reals", column: "REAL") { .real(Double($0) / 10) },
    OrderedTable(
      name: "whatever a column takes",
      column: "ANYTHING",
      order: { [.integer(5), .text("x"), .real(2.5), .null, .blob([1])][$0 % 5] }
    ),
    OrderedTable(
      name: "descending",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      term: "pos DESC"
    ),
    OrderedTable(
      name: "groups",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      groups: 3
    ),
    OrderedTable(
      name: "no negatives",
      column: "INTEGER NOT NULL CHECK (pos >= 0)",
      order: { .integer(Int64($0 - 1)) }
    ),
    OrderedTable(
      name: "beyond what doubles hold",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64.max - 3 + Int64($0 % 3)) }
    ),
    OrderedTable(
      name: "run again as a whole",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      filter: "EXISTS (SELECT 1 FROM card AS other WHERE other.id = card.id)"
    ),
    OrderedTable(
      name: "a condition on the column",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      filter: "pos > 0"
    ),
    OrderedTable(
      name: "a condition on an expression of the column, in groups",
      column: "INTEGER NOT NULL",
      order: { .integer(Int64($0)) },
      groups: 2,
      filter: "coalesce(pos, 0) * 2 > 1"
    ),
    OrderedTable(
      name: "no two alike",
      column: "INTEGER NOT NULL UNIQUE",
      order: { .integer(Int64($0)) }
    ),
  ]

  var feed: Feed {
    let insert = [InsertDefault(column: "pos", value: .last)]
    return Feed(
      schema: SchemaReference(path: "cards.sql", sql: schema),
      sources: [
        SourceDeclaration(
          id: "cards",
          kind: .query(
            LiveQuery(
              from: "card",
              filter: filter,
              order: [term],
              group: groups > 1 ? Grouping(by: "bin") : nil
            )
          )
        )
      ],
      sections: [
        SectionDeclaration(
          id: "cards",
          source: "cards",
          template: ObjectTemplate(items: [.item(kind: "card"), .item(kind: "rule")]),
          reorder: Reordering(by: "pos", isAcross: groups > 1),
          insert: insert
        )
      ],
      actions: [
        ActionDeclaration(
          name: "mark",
          items: ["card"],
          statements: ["UPDATE card SET is_marked = NOT is_marked WHERE id = :id"]
        )
      ]
    )
  }

  static func item(_ id: Int64, kind: Name = "card") -> ItemID {
    ItemID(kind: kind, object: ObjectID(entity: "card", key: .integer(id)))
  }
}

/// A step on the cards, in terms that are valid after any earlier steps.
enum CardStep: CustomStringConvertible {
  /// Moves the n-th card next to the m-th.
  case move(Int, Int, isBefore: Bool)
  case put
  case rename(Int)
  case delete(Int)
  case mark(Int)
  case reopen

  var description: String {
    switch self {
    case .move(let card, let other, let isBefore):
      "move \(card) \(isBefore ? "before" : "after") \(other)"
    case .put: "put"
    case .rename(let card): "rename \(card)"
    case .delete(let card): "delete \(card)"
    case .mark(let card): "mark \(card)"
    case .reopen: "reopen"
    }
  }

  static func random(using random: inout SeededGenerator) -> CardStep {
    func number() -> Int { Int.random(in: 0..<1000, using: &random) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: return .move(number(), number(), isBefore: Bool.random(using: &random))
    case 62..<74: return .put
    case 74..<80: return .rename(number())
    case 80..<89: return .delete(number())
    case 89..<96: return .mark(number())
    default: return .reopen
    }
  }
}

/// A failure of a run of steps.
struct CardFailure: Error, CustomStringConvertible {
  var step: Int
  var what: String
  var description: String { "step \(step): \(what)" }
}

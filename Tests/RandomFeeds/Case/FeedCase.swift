/// A schema, a feed file and a history: all input of a run, as JSON.
struct FeedCase: Codable {
  var seed: UInt64
  var features: Set<Feature>
  var tables: [Table]
  /// The documents, each as the table whose rows are its objects in their order.
  var documents: [Table] = []
  var triggers: [Trigger] = []
  var views: [View] = []
  var sources: [Source] = []
  var sections: [Section] = []
  var actions: [Action] = []
  var steps: [Step] = []
  /// After how many bytes of its trace each run of `feed replay` is killed that plays the lines, too.
  var kills: [Int] = []
  /// The number of processes that play the lines into one store at the same time.
  var players = 0

  /// Whether separate processes play the lines as well.
  var hasProcesses: Bool { !kills.isEmpty || players > 0 }

  func table(_ name: String) -> Table {
    (tables + documents).first { $0.name == name } ?? tables[0]
  }
}

struct Table: Codable {
  var name: String
  var columns: [Column]
  /// The names of the columns of the primary key.
  var key: [String]
  /// The foreign keys of several columns.
  var links: [Link] = []
  var isWithoutRowID = false
  var isStrict = false

  func column(_ name: String) -> Column { columns.first { $0.name == name } ?? columns[0] }
  var references: [Column] { columns.filter { $0.reference != nil } }
  /// The columns that neither identify a row nor refer to one.
  var plain: [Column] {
    columns.filter { $0.reference == nil && !key.contains($0.name) && link(of: $0.name) == nil }
  }

  /// Columns that refer together to a key of several columns.
  struct Link: Codable {
    var columns: [String]
    var table: String
  }

  /// The foreign key of several columns that a column belongs to, and its place there.
  func link(of column: String) -> (link: Link, place: Int)? {
    for link in links {
      if let place = link.columns.firstIndex(of: column) { return (link, place) }
    }
    return nil
  }
}

struct Column: Codable {
  var name: String
  /// INTEGER, TEXT or REAL; empty for a column without a type.
  var type: String
  var collation: String?
  var reference: Reference?

  struct Reference: Codable {
    var table: String
    /// The SQL after the table: ON DELETE CASCADE, DEFERRABLE INITIALLY DEFERRED.
    var rules: String
  }

  var compares: String { collation ?? "BINARY" }
}

struct Trigger: Codable {
  var table: String
  var other: String
  var sql: String
}

/// A view whose columns are called `NAME_x` and `NAME_y`.
struct View: Codable {
  var name: String
  var query: String
}

/// An action of the feed file.
struct Action: Codable {
  var name: String
  /// The kind of item that it is done to, which shows rows of the table.
  var kind: String
  var table: String
  var statements: [String]
  /// Whether `:v` must be given.
  var needsValue: Bool
  /// The default value of `:w`.
  var fallback: Datum
}

/// A piece of SQL as the feed file has it, and as the naive reference asks it.
///
/// In the latter, the table of the query is called `own`, and the one that a column `x` refers to is
/// called `p_x`, so that nothing is left to be resolved.
struct Fragment: Codable {
  var written: String
  var sql: String
  /// The collation by which its values compare.
  var collation = "BINARY"
}

struct Term: Codable {
  var fragment: Fragment
  /// The SQL after the expression: DESC, NULLS LAST.
  var direction: String
}

struct Query: Codable {
  var table: String
  var filter: Fragment?
  var order: [Term] = []
  var group: Group?
  var limit: Int?
  var offset = 0
  var includes: [Include] = []
  var aggregates: [Aggregate] = []

  struct Group: Codable {
    var by: Fragment
    var order: [Term] = []
    var title: Fragment?
    var folded: Fragment?
    var aggregates: [Aggregate] = []
  }

  struct Include: Codable {
    var name: String
    var on: String
    var query: Query
  }

  struct Aggregate: Codable {
    var name: String
    var value: String
    var table: String
    var on: String
    var filter: String?
  }
}

struct Source: Codable {
  var id: String
  var query: Query
}

struct Section: Codable {
  var id: String
  var source: String
  var title: String?
  var template: Template
  var placeholder: Notice?
  var folded: Notice?
  var reorder: Reorder?

  struct Reorder: Codable {
    var by: String
    /// The column of the group, if rows may change their group.
    var group: String?
  }
}

/// The items of an object.
struct Template: Codable {
  var entries: [Entry]
  var conditions: [Condition] = []

  indirect enum Entry: Codable {
    case item(kind: String)
    case each(Each)
  }

  struct Each: Codable {
    var include: String
    var template: Template
    var slots: Int?
    var fill: String?
    var empty: Notice?
  }

  struct Condition: Codable {
    var column: String
    var value: Datum
    var kind: String
  }
}

struct Notice: Codable {
  var kind: String
  var text: String
}

/// One thing that happens to the store.
enum Step: Codable {
  /// A line of a fixture.
  case line(at: Int, Change)
  /// A transaction of the program that holds the feed; `STOP` stands for the program's own error.
  case program([String])
  /// A transaction of another connection.
  case outside([String])
  /// A row that the program writes, its values bound.
  case put(Change.Row)
  /// A row that the program deletes by its key.
  case remove(Change.Row)
  /// A declared action, done to the item of so many that it can be done to.
  case act(String, item: Int, value: Datum, fallback: Datum?)
  /// A move of one of the items in sections with the user's order, chosen by a number.
  case move(item: Int, neighbour: Int, isBefore: Bool)
}

enum Change: Codable {
  case upsert([Row])
  case delete([Row])
  case sql([String])
  /// All objects of a document.
  case document(String, [Row])

  /// A row, by its columns, or its key alone.
  struct Row: Codable {
    var table: String
    var columns: [String]
    var values: [Datum]
  }
}

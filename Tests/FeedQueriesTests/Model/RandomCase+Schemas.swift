/// Tables of every kind that a store accepts: parents, items, children, and tags of two-column keys.
extension RandomCase {
  mutating func schema(generates: Bool) -> String {
    isNocase = chance(3)
    let kinds: [KeyKind] = spells ? [.nocase, .rtrim, .untyped] : []
    itemKeys = pick([.integer, .integer, .integer, .text] + kinds)
    parentKeys = pick([.integer, .integer, .integer, .integer] + kinds)
    let isStrict = chance(3)
    // In a strict table, what has no type has this one.
    let any = isStrict ? "ANY" : ""
    let onDelete = pick(["CASCADE", "SET NULL"])
    let deferred = chance(4) ? "DEFERRABLE INITIALLY DEFERRED" : ""
    let generated = "g INTEGER AS (a * 2) \(pick(["VIRTUAL", "STORED"]))"
    let ordinary = "g INTEGER"
    // A generated column shifts the indexes of later columns in SQLite's report of a change.
    let first = generates ? pick(["", "\(generated),"]) : ""
    let last = first.isEmpty ? ", \(generates ? generated : ordinary)" : ""
    let keyType = type(of: itemKeys, any: any)
    let isKeyed = itemKeys != .integer
    // The collation of what refers is not that by which it is compared.
    let reference = chance(2) ? keyType : reference(to: itemKeys, any: any)
    let isNumbered = parentKeys == .integer
    // Unique columns that cannot be NULL are a key as well.
    let tagKey = spells ? pick(["PRIMARY KEY", "PRIMARY KEY", "UNIQUE"]) : "PRIMARY KEY"
    let parentReference =
      chance(2)
      ? type(of: parentKeys, any: any) : self.reference(to: parentKeys, any: any)
    return """
      CREATE TABLE parent (
        id \(type(of: parentKeys, any: any)) PRIMARY KEY\(
          isNumbered ? chance(4) ? " AUTOINCREMENT" : "" : " NOT NULL"
        ), name TEXT,
        ord \(pick(["INTEGER", any, "REAL", "TEXT"]))
      )\(options(isStrict: isStrict));
      CREATE TABLE item (
        \(first) id \(keyType) PRIMARY KEY NOT NULL,
        parent \(parentReference) REFERENCES parent ON DELETE \(onDelete) ON UPDATE CASCADE \(deferred),
        second \(parentReference) REFERENCES parent ON DELETE SET NULL ON UPDATE CASCADE,
        a INTEGER, b \(any), c TEXT\(isNocase ? " COLLATE NOCASE" : ""), r REAL, u \(any) UNIQUE\(last)
      )\(options(isStrict: isStrict, isKeyed: isKeyed));
      CREATE TABLE child (
        id INTEGER PRIMARY KEY,
        item \(any) REFERENCES item ON DELETE CASCADE ON UPDATE CASCADE \(deferred),
        n INTEGER, t TEXT
      )\(options(isStrict: isStrict));
      CREATE TABLE tag (
        w \(any), name TEXT NOT NULL,
        item \(reference) NOT NULL REFERENCES item ON DELETE CASCADE ON UPDATE CASCADE,
        \(tagKey) (name, item)
      )\(options(isStrict: isStrict, isKeyed: tagKey != "UNIQUE"));
      \(some(of: Self.indexes, oneIn: 2))
      \(some(of: Self.triggers, oneIn: 6))
      """
  }

  private func type(of kind: KeyKind, any: String) -> String {
    switch kind {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .nocase: "TEXT COLLATE NOCASE"
    case .rtrim: "TEXT COLLATE RTRIM"
    case .untyped: any
    }
  }

  private mutating func reference(to kind: KeyKind, any: String) -> String {
    switch kind {
    case .integer: "INTEGER"
    case .text, .nocase, .rtrim: pick(["TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", any])
    case .untyped: any
    }
  }

  /// The clauses after the columns of a table; a table without row ids needs a declared key.
  private mutating func options(isStrict: Bool, isKeyed: Bool = false) -> String {
    let options = [isStrict ? "STRICT" : nil, isKeyed && chance(2) ? "WITHOUT ROWID" : nil]
    return " " + options.compactMap { $0 }.joined(separator: ", ")
  }

  private mutating func some(of statements: [String], oneIn: Int) -> String {
    statements.filter { _ in chance(oneIn) }.joined(separator: "\n")
  }

  private static let indexes = [
    "CREATE INDEX item_a ON item(a);",
    "CREATE INDEX item_parent ON item(parent);",
    "CREATE INDEX item_second ON item(second);",
    "CREATE INDEX item_some ON item(b DESC, c) WHERE a > 1;",
    "CREATE INDEX child_item ON child(item, n);",
    "CREATE INDEX tag_item ON tag(item);",
  ]

  private static let triggers = [
    """
    CREATE TRIGGER item_moves AFTER UPDATE OF a ON item WHEN NEW.a > 3 BEGIN
      UPDATE parent SET ord = NEW.a WHERE id = NEW.parent;
    END;
    """,
    """
    CREATE TRIGGER item_changes BEFORE UPDATE OF a ON item WHEN NEW.a = 2 BEGIN
      UPDATE item SET b = 7, c = 'before' WHERE id = OLD.id;
    END;
    """,
    """
    CREATE TRIGGER item_goes AFTER DELETE ON item BEGIN
      INSERT OR REPLACE INTO parent(id, name) VALUES (4, 'gone');
    END;
    """,
    """
    CREATE TRIGGER tag_comes AFTER INSERT ON tag BEGIN
      UPDATE item SET a = a + 1 WHERE id = NEW.item;
    END;
    """,
    """
    CREATE TRIGGER child_comes BEFORE INSERT ON child WHEN NEW.n = 3 BEGIN
      DELETE FROM child WHERE n = 1;
    END;
    """,
    """
    CREATE TRIGGER parent_changes AFTER UPDATE OF ord ON parent BEGIN
      DELETE FROM child WHERE n = 5 AND item IN (SELECT id FROM item WHERE parent = NEW.id);
    END;
    """,
    """
    CREATE TRIGGER tag_stays BEFORE DELETE ON tag WHEN OLD.w = 2 BEGIN
      SELECT RAISE(IGNORE);
    END;
    """,
  ]
}

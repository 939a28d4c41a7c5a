/// Statements that a program, a feed or a mistake may run.
extension RandomCase {
  mutating func transaction() -> [String] {
    if chance(15) { return ["TICK \(number(0, 4))"] }
    var statements = (0..<pick([1, 1, 1, 2, 3, 6])).map { _ in statement() }
    if chance(12) { statements.append("ROLLBACK") }
    if chance(12) {
      statements.insert("SAVEPOINT s", at: number(0, statements.count))
      statements.append(pick(["ROLLBACK TO s", "RELEASE s"]))
    }
    return statements
  }

  private mutating func statement() -> String {
    switch number(0, lastItem > 12 ? 32 : 29) {
    case 30: bulk()
    case 31: "DELETE FROM item WHERE a = \(small()) OR a = \(small())"
    case 32: "UPDATE item SET a = a + 3 WHERE a < \(small())"
    case 25..<29: tagStatement()
    case 0..<4:
      "INSERT OR REPLACE INTO item(id, parent, a, b, c, r, u) VALUES (\(item()), \(owner()), "
        + "\(small()), \(value()), \(text()), \(real()), \(unique()))"
    case 4..<6:
      "INSERT INTO item(id, parent, a, b, c) VALUES (\(item()), \(owner()), \(small()), \(value()), "
        + "\(text())) ON CONFLICT(id) DO UPDATE SET a = excluded.a, parent = excluded.parent"
    case 6: "UPDATE item SET a = \(small()) WHERE id = \(item())"
    case 7: "UPDATE item SET b = \(value()) WHERE id = \(item())"
    case 8: "UPDATE item SET c = \(text()) WHERE a = \(small())"
    case 9: "UPDATE item SET r = \(real()) WHERE id = \(item())"
    case 10:
      "UPDATE item SET \(pick(["parent", "second"])) = \(owner()) WHERE id = \(item())"
    case 11: "UPDATE OR REPLACE item SET id = \(item()) WHERE id = \(item())"
    case 12: chance(2) ? "UPDATE item SET a = a + \(number(-1, 1))" : respelling()
    case 13: "DELETE FROM item WHERE \(chance(8) ? "1" : "id = \(item())")"
    case 14..<16:
      "INSERT INTO parent(id, name, ord) VALUES (\(parent()), \(text()), \(small())) "
        + "ON CONFLICT(id) DO UPDATE SET ord = excluded.ord"
    case 16: "UPDATE parent SET name = \(text()) WHERE id = \(parent())"
    case 17: "UPDATE parent SET ord = \(value())"
    case 18: "DELETE FROM parent WHERE id = \(parent())"
    case 19: "UPDATE OR IGNORE parent SET id = \(parent(5)) WHERE id = \(parent())"
    case 20..<22:
      "INSERT OR REPLACE INTO child(id, item, n, t) SELECT \(number(1, 12)), \(spelt("id", itemKeys)), \(small()), "
        + "\(text()) FROM item WHERE id = \(item())"
    case 22: "UPDATE child SET item = (SELECT max(id) FROM item), n = \(small())"
    case 23: chance(6) ? "DELETE FROM child" : "DELETE FROM child WHERE id = \(number(1, 12))"
    default: chance(5) ? "DELETE FROM item" : "UPDATE item SET a = a, c = c"
    }
  }

  /// A statement that changes no more of keys than how they are spelt.
  private mutating func respelling() -> String {
    chance(2)
      ? "UPDATE OR IGNORE item SET id = \(spelt("id", itemKeys)) WHERE id = \(item())"
      : "UPDATE OR IGNORE parent SET id = \(spelt("id", parentKeys)) WHERE id = \(parent())"
  }

  /// A statement on the table whose key has two columns.
  private mutating func tagStatement() -> String {
    switch number(0, 7) {
    case 0..<4:
      "INSERT OR REPLACE INTO tag(item, name, w) SELECT \(spelt("id", itemKeys)), \(text()), "
        + "\(value()) FROM item "
        + "WHERE id = \(item())"
    case 4: "UPDATE OR REPLACE tag SET name = \(text()) WHERE item = \(item())"
    case 5: "UPDATE OR IGNORE tag SET item = (SELECT min(id) FROM item), w = \(value())"
    case 6: "UPDATE tag SET w = \(value()) WHERE name < \(text())"
    default: chance(4) ? "DELETE FROM tag" : "DELETE FROM tag WHERE item = \(item())"
    }
  }
}

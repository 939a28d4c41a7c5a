import TestSupport

/// Random writes to the sportsbook, as by an operator, a data feed or a mistake.
struct RandomHistory {
  private(set) var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The statements of one transaction, which occasionally end in a mistake.
  mutating func transaction() -> [String] {
    var statements = (0..<pick([1, 1, 1, 2, 3, 8])).map { _ in statement() }
    if chance(20) {
      statements.append("INSERT INTO market(id, event_id, name) VALUES (1, 1, NULL)")
    }
    return statements
  }

  private mutating func statement() -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30:
      "UPDATE selection SET price = \(number(1, 500)) / 100.0 WHERE id = \(selection())"
    case 30..<34:
      "UPDATE selection SET market_id = \(market()) WHERE id = \(selection())"
    case 34..<37:
      "UPDATE selection SET display_order = \(number(0, 5)) WHERE id = \(selection())"
    case 37..<44:
      """
      INSERT OR REPLACE INTO selection(id, market_id, name, price, display_order)
      SELECT \(selection()), id, 'S\(number(0, 9))', 1.5, \(number(0, 5)) FROM market
      WHERE id = \(market())
      """
    case 44..<46: "DELETE FROM selection WHERE id = \(selection())"
    case 46..<51:
      """
      UPDATE market SET status = '\(pick(["open", "suspended", "closed"]))'
      WHERE id = \(market())
      """
    case 51..<57:
      """
      INSERT OR REPLACE INTO market(id, event_id, name, display_order)
      SELECT \(market()), id, 'M\(number(0, 9))', \(number(0, 4)) FROM event WHERE id = \(event())
      """
    case 57..<59: "DELETE FROM market WHERE id = \(market())"
    case 59..<61: "UPDATE market SET event_id = \(event()) WHERE id = \(market())"
    case 61..<67:
      """
      UPDATE event SET status = '\(pick(["scheduled", "live", "live", "finished"]))'
      WHERE id = \(event())
      """
    case 67..<70: "UPDATE event SET is_featured = 1 - is_featured WHERE id = \(event())"
    case 70..<74: "UPDATE event SET starts_at = \(time()) WHERE id = \(event())"
    case 74..<77: "UPDATE event SET name = '\(name())' WHERE id = \(event())"
    case 77..<84:
      """
      INSERT INTO event(id, sport_id, name, status, starts_at, is_featured)
      VALUES (\(event()), \(sportOrNone()), '\(name())', '\(pick(["scheduled", "live"]))', \(time()),
      \(number(0, 1)))
      ON CONFLICT(id) DO UPDATE SET sport_id = excluded.sport_id
      """
    case 84..<86: "DELETE FROM event WHERE id = \(event())"
    case 86..<89:
      """
      INSERT INTO sport(id, name, display_order) VALUES (\(sport()), '\(name())', \(number(0, 3)))
      ON CONFLICT(id) DO UPDATE SET display_order = excluded.display_order
      """
    case 89: "UPDATE sport SET is_folded = 1 - is_folded WHERE id = \(sport())"
    case 90: "UPDATE sport SET name = '\(name())' WHERE id = \(sport())"
    case 91..<93: "UPDATE sport SET is_active = 1 - is_active WHERE id = \(sport())"
    case 93..<95: "UPDATE sport SET display_order = \(number(0, 3))"
    case 95: "DELETE FROM sport WHERE id = \(sport())"
    case 96: "UPDATE event SET starts_at = starts_at"
    case 97: "UPDATE OR IGNORE event SET id = \(event()) WHERE id = \(event())"
    case 98: chance(4) ? "DELETE FROM event" : "UPDATE event SET starts_at = -starts_at"
    default: "UPDATE selection SET in_betslip = 1 - in_betslip WHERE market_id = \(market())"
    }
  }

  private mutating func selection() -> Int { number(1, 60) }
  private mutating func market() -> Int { number(1, 25) }
  private mutating func event() -> Int { number(1, 14) }
  private mutating func sport() -> Int { number(1, 4) }
  private mutating func sportOrNone() -> String {
    chance(8) ? "NULL" : "(SELECT id FROM sport WHERE id = \(sport()))"
  }
  private mutating func time() -> String { chance(6) ? "NULL" : "\(number(0, 6))" }
  private mutating func name() -> String {
    pick(["a", "B", "ab", "abc", "bb", "Zoë", "é", "e\u{301}x"])
  }
  private mutating func chance(_ oneIn: Int) -> Bool { number(1, oneIn) == 1 }

  private mutating func number(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}

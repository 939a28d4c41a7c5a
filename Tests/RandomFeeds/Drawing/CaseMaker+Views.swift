/// Views, and fragments that ask them.
extension CaseMaker {
  mutating func makeViews() {
    guard uses(.views) else { return }
    for index in 0..<number(1, 2) {
      let name = "v\(index)"
      let columns = "AS \(name)_x, {} AS \(name)_y"
      let table = pick(model.tables)
      let (x, y) = (pick(table.columns).name, pick(table.columns).name)
      var query = "SELECT \(x) \(columns.replacing("{}", with: y)) FROM \(table.name)"
      switch number(0, 4) {
      case 0: query += " WHERE \(y) > 1"
      case 1:
        query =
          "SELECT \(x) \(columns.replacing("{}", with: "count(*)")) FROM \(table.name) GROUP BY \(x)"
      case 2:
        let other = pick(model.tables)
        // Without `+`, two columns of unlike affinity make one that SQLite compares by either of them, as the
        // plan has it ("Column Affinity For Compound Views" of its documentation).
        query = "SELECT +\(x) \(columns.replacing("{}", with: "+" + y)) FROM \(table.name)"
        query += " UNION SELECT +\(pick(other.columns).name), 1 FROM \(other.name)"
      case 3:
        guard let reference = table.references.first, let parent = reference.reference?.table else {
          break
        }
        query =
          "SELECT own.\(x) "
          + columns.replacing("{}", with: "other.\(pick(model.table(parent).columns).name)")
          + " FROM \(table.name) AS own JOIN \(parent) AS other "
          + "ON other.\(model.table(parent).key[0]) = own.\(reference.name)"
      default:
        guard let below = model.views.last else { break }
        query =
          "SELECT \(below.name)_x \(columns.replacing("{}", with: below.name + "_y")) "
          + "FROM \(below.name) WHERE \(below.name)_y IS NOT 2"
      }
      model.views.append(View(name: name, query: query))
    }
  }

  /// A condition that asks a view about a column of the row.
  mutating func fragment(asking view: View, in table: Table) -> Fragment {
    let (x, y) = ("\(view.name)_x", "\(view.name)_y")
    var fragment = own(
      pick(table.columns),
      in: table,
      "{} IN (SELECT \(x) FROM \(view.name))",
      "EXISTS (SELECT 1 FROM \(view.name) WHERE \(x) = {} AND \(y) IS NOT 1)",
      // Of texts that a collation calls equal, any is the least.
      "{} >= (SELECT min(\(x) COLLATE BINARY) FROM \(view.name))",
      "(SELECT count(*) FROM \(view.name)) > 2 OR {} IS NOT NULL"
    )
    fragment.collation = "BINARY"
    return fragment
  }
}

import FeedModel

/// The shown fields of a table's rows, with their places in the kept rows.
///
/// A class, so that handing it on for each row counts one reference.
final class RowFields {
  /// The names of the fields, shared by all contents.
  let shape: Content.Shape
  /// Their places in a row; `nil` for all fields.
  private let places: ContiguousArray<Int>?
  /// The names of all fields of a row.
  private let row: Content.Shape

  /// Every field of rows.
  init(allOf row: Content.Shape) {
    shape = row
    places = nil
    self.row = row
  }

  /// Some fields of rows, by their places.
  init(_ places: some Collection<Int>, of row: Content.Shape) {
    let isWhole = places.elementsEqual(row.names.indices)
    shape = isWhole ? row : Content.Shape(places.map { row.names[$0] })
    self.places = isWhole ? nil : ContiguousArray(places)
    self.row = row
  }

  /// Those of the fields that have some names, in the order of the names.
  ///
  /// - Parameter names: The names; those of no field are left out.
  func named(_ names: [String]) -> RowFields {
    RowFields(names.compactMap(place), of: row)
  }

  /// Finds the place of a field in a row.
  func place(of name: String) -> Int? {
    shape.index(of: name).map { places?[$0] ?? $0 }
  }

  /// Returns the shown fields of a row.
  ///
  /// - Complexity: O(*fields*), or O(1) if everything is.
  func content(of row: Content) -> Content {
    guard let places else { return row }
    var values = ContiguousArray<Value>()
    values.reserveCapacity(places.count)
    let all = row.values
    for place in places { values.append(all[place]) }
    return Content(shape: shape, values: values)
  }

  /// Returns whether two states of a row differ in shown fields.
  func differ(_ old: Content, _ new: Content) -> Bool {
    guard let places else { return true }
    let (old, new) = (old.values, new.values)
    return places.contains { old[$0] != new[$0] }
  }
}

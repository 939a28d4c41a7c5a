// Element by element: code that knows the type of the elements copies one in a few instructions. A
// copy of a whole array asks the runtime how elements of a generic type are copied, for each of them.
extension ContiguousArray {
  /// A copy with another element in one place.
  @inlinable
  func copy(replacing index: Int, with element: Element) -> ContiguousArray {
    var copy = ContiguousArray()
    copy.reserveCapacity(TreeShape.room(for: count))
    copy.append(each: 0..<index, of: self)
    copy.append(element)
    copy.append(each: index + 1..<count, of: self)
    return copy
  }

  /// A copy with one more element.
  @inlinable
  func copy(inserting element: Element, at index: Int) -> ContiguousArray {
    var copy = ContiguousArray()
    copy.reserveCapacity(TreeShape.room(for: count + 1))
    copy.append(each: 0..<index, of: self)
    copy.append(element)
    copy.append(each: index..<count, of: self)
    return copy
  }

  /// A copy without one of the elements.
  @inlinable
  func copy(removing index: Int) -> ContiguousArray {
    var copy = ContiguousArray()
    copy.reserveCapacity(TreeShape.room(for: count - 1))
    copy.append(each: 0..<index, of: self)
    copy.append(each: index + 1..<count, of: self)
    return copy
  }

  /// Appends some elements of another array.
  @inlinable
  mutating func append(each range: Range<Int>, of source: ContiguousArray) {
    var index = range.lowerBound
    while index < range.upperBound {
      append(source[index])
      index += 1
    }
  }
}

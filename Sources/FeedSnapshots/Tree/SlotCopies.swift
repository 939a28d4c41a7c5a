// Element by element: code that knows the type of the elements copies one in a few instructions. A
// copy of a whole array asks the runtime how elements of a generic type are copied, for each of them.
extension ContiguousArray {
  /// A copy with one element, or none, in place of some.
  @inlinable
  func copy(replacing range: Range<Int>, with element: Element?) -> ContiguousArray {
    var copy = ContiguousArray()
    copy.reserveCapacity(TreeShape.room(for: count - range.count + (element == nil ? 0 : 1)))
    copy.append(each: 0..<range.lowerBound, of: self)
    if let element { copy.append(element) }
    copy.append(each: range.upperBound..<count, of: self)
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

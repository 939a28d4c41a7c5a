extension LayoutRequest {
  /// Solves the layout for the view and the item counts of the request.
  ///
  /// - Throws: ``LayoutError`` if the layout cannot be solved.
  public func solved() throws(LayoutError) -> SolvedLayout {
    try checkGroups()
    let answers = measured
    if !answers.isEmpty { try checkItems() }
    return try SolvedLayout(
      layout,
      environment: environment,
      itemCounts: itemCounts,
      measuring: answers.isEmpty ? nil : { answers.answer($0) }
    )
  }
}

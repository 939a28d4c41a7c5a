extension SolvedLayout {
  /// Inserts items into a section.
  ///
  /// The following items move up by `count` positions. They keep their measured sizes, unless their
  /// new positions have other sizes; then they are measured again.
  ///
  /// - Precondition: The section is one of the layout's, and the position is within it or at its
  ///   end.
  /// - Parameter measuring: Measures the new cells; without it, estimates apply.
  /// - Complexity: O(log *n*) for each item, where *n* is the number of items and sections. If
  ///   a group holds several measured cells, the following groups are stacked again.
  public mutating func insertItems(
    _ count: Int = 1,
    at item: Int,
    inSection section: Int,
    measuring: Measuring? = nil
  ) {
    let state = sections.element(at: section).element
    precondition(
      item >= 0 && item <= state.items && count >= 0,
      "\(count) items at \(item) are outside 0...\(state.items)"
    )
    let template = templates[state.template]
    guard template.shape.isMeasured, template.capacity > 0, measuring != nil || state.isMeasured
    else {
      return change(section) { $0.setItems($1.items + count, template) }
    }
    let sizes = (item..<item + count).map { index in
      measuring.map { measure(item: index, section, template, $0) } ?? .unknown
    }
    let behind = again(from: item, shift: count, section, state, template, measuring)
    change(section) { state, before in
      state.items += count
      template.insert(sizes + behind, replacing: behind.count, at: item, before, into: &state)
    }
  }

  /// Measures the cells after a change again, if their new positions in the group have other sizes.
  private func again(
    from item: Int,
    shift: Int,
    _ section: Int,
    _ state: SectionState,
    _ template: SectionTemplate,
    _ measuring: Measuring?
  ) -> [LeafSize] {
    guard !template.hasEqualPlaces, shift % template.capacity != 0 else { return [] }
    let first = shift > 0 ? item + shift : item
    let count = shift > 0 ? state.items - item : state.items - item + shift
    return (first..<first + count).map { index in
      measuring.map { measure(item: index, section, template, $0) } ?? .unknown
    }
  }

  /// Removes items from a section.
  ///
  /// - Precondition: The section is one of the layout's, and the items are within it.
  /// - Parameter measuring: Measures cells whose new positions have other sizes.
  /// - Complexity: As for ``insertItems(_:at:inSection:measuring:)``.
  public mutating func removeItems(
    _ items: Range<Int>,
    inSection section: Int,
    measuring: Measuring? = nil
  ) {
    let state = sections.element(at: section).element
    precondition(
      items.lowerBound >= 0 && items.upperBound <= state.items,
      "items \(items) are outside 0..<\(state.items)"
    )
    let template = templates[state.template]
    guard state.isMeasured else {
      return change(section) { $0.setItems($1.items - items.count, template) }
    }
    let behind = again(
      from: items.lowerBound,
      shift: -items.count,
      section,
      state,
      template,
      measuring
    )
    change(section) { state, _ in
      state.items -= items.count
      template.remove(items, replacing: behind, from: &state)
    }
  }

  /// Sets the number of items of a section; items are added or removed at its end.
  ///
  /// - Precondition: The section is one of the layout's and the number is not negative.
  /// - Parameter measuring: Measures new cells; without it, estimates apply.
  /// - Complexity: As for ``insertItems(_:at:inSection:measuring:)``.
  public mutating func setItemCount(
    _ count: Int,
    inSection section: Int,
    measuring: Measuring? = nil
  ) {
    let items = itemCount(ofSection: section)
    if count > items {
      insertItems(count - items, at: items, inSection: section, measuring: measuring)
    } else if count < items {
      removeItems(count..<items, inSection: section)
    }
  }

  /// Sets the measured size of one cell.
  ///
  /// - Precondition: The item is one of the layout's.
  /// - Parameter size: The measured size, or `nil` to restore the estimate; lengths that the layout
  ///   does not measure are ignored.
  /// - Complexity: O(log *n* + *k*) where *n* is the number of items and sections and *k* the
  ///   number of cells in a group.
  public mutating func setMeasuredSize(_ size: Extent?, ofItem item: Int, inSection section: Int) {
    let state = sections.element(at: section).element
    precondition(item >= 0 && item < state.items, "item \(item) is outside 0..<\(state.items)")
    let template = templates[state.template]
    guard template.shape.isMeasured, template.capacity > 0 else { return }
    let leaf = template.group.leaves[item % template.capacity]
    guard leaf.isMeasured else { return }
    let answer = size.map { LeafSize(extent: template.accepted($0, for: leaf)) } ?? .unknown
    change(section) { state, _ in
      template.replace(item, with: answer, in: &state)
    }
  }

  /// Inserts a section.
  ///
  /// - Precondition: The position is within the layout or at its end.
  /// - Parameter measuring: Measures its elements; without it, estimates apply.
  /// - Throws: ``LayoutError`` if the declaration does not exist or the number of items is
  ///   negative.
  /// - Complexity: O(log *s*) where *s* is the number of sections, and O(*n*) more where *n* cells
  ///   are measured.
  public mutating func insertSection(
    _ content: LayoutSectionContent,
    at section: Int,
    measuring: Measuring? = nil
  ) throws(LayoutError) {
    try content.validate(at: section, declarations: description.sections.count)
    sections.insert(makeState(content, section: section, measuring: measuring), at: section)
    settleContent()
  }

  /// Removes a section.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Complexity: O(log *s*) where *s* is the number of sections.
  public mutating func removeSection(at section: Int) {
    sections.remove(at: section)
    settleContent()
  }

  /// Changes a section in place, then updates its lengths and those of the layout.
  private mutating func change(
    _ section: Int,
    _ body: (inout SectionState, SectionState.Before) -> Void
  ) {
    let spacing = sectionSpacing
    sections.update(at: section) { [templates] state in
      body(&state, SectionState.Before(items: state.items))
      templates[state.template].updateLengths(of: &state, spacing: spacing)
    }
    settleContent()
  }
}

public import FeedModel

extension JSONWriter {
  /// Writes an item: its identity, its kind, the object that it shows, and what it shows.
  public mutating func item(_ item: ItemID, showing content: Content) {
    object { json in
      json.key("id")
      json.text(item.description)
      json.key("kind")
      json.text(item.kind.description)
      json.key("object")
      json.text(item.object.description)
      json.key("content")
      json.content(content)
    }
  }

  /// Writes a content as an object of its fields.
  public mutating func content(_ content: Content) {
    object { json in
      for field in content.fields { json.field(field.name, value: field.value) }
    }
  }

  /// Writes a section and its items.
  public mutating func section(
    _ section: SectionID,
    source: Name,
    title: String?,
    items: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("id")
      json.text(section.description)
      json.key("source")
      json.text(source.description)
      json.key("title")
      json.text(title)
      json.key("items")
      json.array(items)
    }
  }
}

import FeedFormatting
import FeedModel
import FeedSnapshots

// Empty values are omitted, except `sections`, the `items` of a section, the `sources` of an image, and
// `batch`; these are always present, so that clients need not check.
extension JSONWriter {
  mutating func image(
    cursor: Cursor,
    title: String,
    layouts: String,
    sources: [WireSource],
    sections: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.field("epoch", cursor.epoch.description)
      json.key("version")
      json.integer(cursor.version)
      json.field("title", title)
      json.field("layouts", layouts)
      json.key("sections")
      json.array(sections)
      json.key("sources")
      json.array { json in
        for source in sources { json.source(source) }
      }
    }
  }

  mutating func section(
    id: String,
    _ header: WireHeader,
    _ window: WireWindow?,
    items: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("id")
      json.text(id)
      json.header(header)
      if let window {
        json.key("window")
        json.object { $0.window(window) }
      }
      json.key("items")
      json.array(items)
    }
  }

  mutating func section(_ section: WireSection) {
    self.section(id: section.id, section.header, section.window) { json in
      for item in section.items { json.item(item) }
    }
  }

  private mutating func window(_ window: WireWindow) {
    key("from")
    integer(window.from)
    key("of")
    integer(window.total)
  }

  mutating func windowChange(_ change: WireWindowChange) {
    object { json in
      json.key("at")
      json.integer(change.at)
      json.window(change.window)
      for (key, count) in [("before", change.before), ("behind", change.behind)] where count > 0 {
        json.key(key)
        json.integer(count)
      }
    }
  }

  mutating func item(_ item: WireItem) {
    object { json in
      json.key("id")
      json.text(item.id)
      json.look(item.look)
    }
  }

  mutating func change(_ change: WireChange) {
    object { json in
      json.key("at")
      json.path(change.at)
      if !change.set.isEmpty {
        json.key("set")
        json.object { $0.look(change.set) }
      }
      json.list("unset", change.unset) { $0.text($1.rawValue) }
    }
  }

  mutating func headerChange(_ change: WireHeaderChange) {
    object { json in
      json.key("at")
      json.integer(change.at)
      json.key("set")
      json.object { $0.header(change.set) }
    }
  }

  mutating func source(_ source: WireSource) {
    object { json in
      json.key("id")
      json.text(source.id)
      json.key("state")
      json.text(source.state.rawValue)
      if let age = source.age {
        json.key("age")
        if let seconds = Int64(exactly: age) { json.integer(seconds) } else { json.real(age) }
      }
      if let error = source.error {
        json.key("error")
        json.text(error)
      }
    }
  }

  mutating func patch(
    from: Int,
    to: Int,
    _ batch: BatchUpdates,
    contents: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("from")
      json.integer(from)
      json.key("to")
      json.integer(to)
      json.key("batch")
      json.object { $0.edits(batch) }
      contents(&json)
    }
  }

  /// Writes a key and a list, unless the list is empty.
  mutating func list<Element>(
    _ key: String,
    _ elements: [Element],
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    self.key(key)
    array { json in
      for element in elements { write(&json, element) }
    }
  }
}

extension JSONWriter {
  private mutating func field(_ key: String, _ text: String) {
    guard !text.isEmpty else { return }
    self.key(key)
    self.text(text)
  }

  private mutating func look(_ look: WireLook) {
    for key in WireLook.Key.texts { field(key.rawValue, look[text: key]) }
    list("flags", look.flags) { $0.text($1) }
    if !look.fields.isEmpty {
      key("fields")
      object { json in
        for field in look.fields { json.field(field.name, value: field.value) }
      }
    }
    guard !look.raw.isEmpty else { return }
    key("raw")
    object { json in
      for column in look.raw {
        json.key(column.name)
        json.object { json in
          json.field(column.value.kind.rawValue, value: column.value.value)
          json.field("unit", column.value.unit)
        }
      }
    }
  }

  private mutating func header(_ header: WireHeader) {
    field("title", header.title)
    if header.isPinned {
      key("header")
      object { json in
        json.key("pin")
        json.bool(true)
      }
    }
    field("layout", header.layout)
  }

  private mutating func edits(_ batch: BatchUpdates) {
    list("deleteSections", batch.deleteSections) { $0.integer($1) }
    list("insertSections", batch.insertSections) { $0.integer($1) }
    list("moveSections", batch.moveSections) { json, move in
      json.move(move.from, move.to) { $0.integer($1) }
    }
    list("deleteItems", batch.deleteItems) { $0.path($1) }
    list("insertItems", batch.insertItems) { $0.path($1) }
    list("moveItems", batch.moveItems) { json, move in
      json.move(move.from, move.to) { $0.path($1) }
    }
    list("reloadSections", batch.reloadSections) { $0.integer($1) }
    list("reloadItems", batch.reloadItems) { $0.path($1) }
    list("reconfigureItems", batch.reconfigureItems) { $0.path($1) }
  }

  private mutating func move<Place>(
    _ from: Place,
    _ to: Place,
    _ write: (inout JSONWriter, Place) -> Void
  ) {
    object { json in
      json.key("from")
      write(&json, from)
      json.key("to")
      write(&json, to)
    }
  }

  private mutating func path(_ path: SnapshotPath) {
    array { json in
      json.integer(path.section)
      json.integer(path.item)
    }
  }
}

public import FeedModel
public import FeedSnapshots

extension JSONWriter {
  /// Writes a version: its number, its sections with their items, the state of its sources.
  ///
  /// ```json
  /// {"version":12,"sections":[{"id":"standard/3","source":"standard","title":"Tennis",
  ///  "items":[{"id":"event-header:event/735","kind":"event-header","object":"event/735",
  ///  "content":{"name":"…"}}]}],"status":{"ads":"ok"}}
  /// ```
  ///
  /// - Complexity: O(*n*) for *n* items.
  public mutating func snapshot(_ snapshot: FeedSnapshot) {
    object { json in
      json.key("version")
      json.integer(snapshot.version)
      json.key("sections")
      json.array { json in
        for section in snapshot.composition.sections {
          json.section(section.id, source: section.content.source, title: section.content.title) {
            for entry in section.items { $0.item(entry.id, showing: entry.content) }
          }
        }
      }
      json.key("status")
      json.status(snapshot.status)
    }
  }

  /// Writes the state of sources: `ok`, or what is wrong, by the name of the source.
  public mutating func status(_ status: [SourceStatus]) {
    object { json in
      for source in status {
        json.field(source.source.description, value: .text(Text(source.state.description)))
      }
    }
  }

  /// Writes a batch with all nine kinds of edits, including empty ones.
  ///
  /// Sections are integers, items are `[section,item]`, moves are `{"from":…,"to":…}`.
  public mutating func updates(_ updates: BatchUpdates) {
    object { json in
      json.sections("deleteSections", updates.deleteSections)
      json.sections("insertSections", updates.insertSections)
      json.key("moveSections")
      json.array { json in
        for move in updates.moveSections {
          json.move(from: { $0.integer(move.from) }, to: { $0.integer(move.to) })
        }
      }
      json.items("deleteItems", updates.deleteItems)
      json.items("insertItems", updates.insertItems)
      json.key("moveItems")
      json.array { json in
        for move in updates.moveItems {
          json.move(from: { $0.path(move.from) }, to: { $0.path(move.to) })
        }
      }
      json.sections("reloadSections", updates.reloadSections)
      json.items("reloadItems", updates.reloadItems)
      json.items("reconfigureItems", updates.reconfigureItems)
    }
  }
}

extension JSONWriter {
  /// Writes why there is no batch.
  public mutating func error(code: String, message: String) {
    object { json in
      json.key("error")
      json.object { json in
        json.key("code")
        json.text(code)
        json.key("message")
        json.text(message)
      }
    }
  }

  private mutating func sections(_ key: String, _ sections: [Int]) {
    self.key(key)
    array { json in
      for section in sections { json.integer(section) }
    }
  }

  private mutating func items(_ key: String, _ items: [SnapshotPath]) {
    self.key(key)
    array { json in
      for item in items { json.path(item) }
    }
  }

  private mutating func path(_ path: SnapshotPath) {
    array { json in
      json.integer(path.section)
      json.integer(path.item)
    }
  }

  private mutating func move(
    from: (inout JSONWriter) -> Void,
    to: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("from")
      from(&json)
      json.key("to")
      to(&json)
    }
  }
}

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

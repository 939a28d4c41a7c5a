import FeedFormatting
import FeedModel
import FeedStore

extension Form<Name> {
  static var name: Form { .from(.text(.name)) { Name($0) } }
}

extension Form<TextTemplate> {
  /// A text with fields in braces.
  static func template(_ shape: TextShape) -> Form {
    let text = Form<String>.text(shape)
    return Form(text.shape) { node, subject, problems in
      guard let string = text.read(node, subject, problems) else { return nil }
      do throws(TextTemplateError) {
        return try TextTemplate(string)
      } catch {
        let place = problems.source.position(of: node, offset: error.offset)
        problems.error("bad-template", error.message, hint: error.hint, at: place)
        return nil
      }
    }
  }
}

extension Form<TextTemplate> {
  /// A text of a section, in which relative times are not allowed.
  static func timeless(_ shape: TextShape) -> Form {
    let template = Form.template(shape)
    return Form(template.shape) { node, subject, problems in
      guard let text = template.read(node, subject, problems) else { return nil }
      guard let field = text.relativeFields.first else { return text }
      let offset = text.offset(ofField: field.field) ?? 0
      problems.error(
        "bad-template",
        "\(subject) cannot show '{\(field.name)}': only items change as time passes",
        hint: "write a date, or show it in the text of an item",
        at: problems.source.position(of: node, offset: offset)
      )
      return nil
    }
  }
}

extension Form<RowCondition> {
  /// A condition on the row of an item, or on the parameters of an action.
  static var condition: Form {
    let text = Form<String>.text(.condition)
    return Form(text.shape) { text.read($0, $1, $2).map { RowCondition(sql: $0) } }
  }
}

extension Form<TimeZoneTable> {
  /// The name of a time zone.
  static var timeZone: Form {
    let text = Form<String>.text(.timeZone)
    return Form(text.shape) { node, subject, problems in
      guard let name = text.read(node, subject, problems) else { return nil }
      if let zone = TimeZoneTable(identifier: name) { return zone }
      problems.error(
        "unknown-zone",
        "no time zone is called '\(name)'",
        hint: TimeZoneTable.hint(for: name),
        at: node.position
      )
      return nil
    }
  }
}

extension Form<JSONPath> {
  /// A path into a JSON document that the program itself follows.
  static var documentPath: Form {
    let text = Form<String>.text(.jsonPath)
    return Form(text.shape) { node, subject, problems in
      guard let string = text.read(node, subject, problems) else { return nil }
      if let path = JSONPath(string) { return path }
      problems.error(
        "bad-path",
        "'\(string)' is not a path into a JSON document",
        hint: "for example $.ads, $.feed[0].items or $[\"top stories\"]",
        at: node.position
      )
      return nil
    }
  }
}

extension Form where Output: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of the cases of a type.
  static func word(_ cases: Output...) -> Form {
    let words = cases.isEmpty ? Output.allCases.map(\.rawValue) : cases.map(\.rawValue)
    return .from(.text(.word(words))) { Output(rawValue: $0) }
  }
}

import FeedDocuments
import FeedRendering
import FeedSnapshots

extension Form<Bool> {
  static var boolean: Form { Form(.boolean, \.boolean) }
}

extension Form<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Form { Form(.integer(range), \.integer) }
}

extension Form<Double> {
  static func number(_ shape: NumberShape) -> Form { Form(.number(shape), \.number) }
}

extension Form<String> {
  static func text(_ shape: TextShape) -> Form { Form(.text(shape), \.string) }
}

extension Form<Value> {
  /// Any scalar, as a value of SQL.
  static var scalar: Form { Form(.scalar, \.value) }
}

extension Form<Name> {
  static var name: Form { Form<String>.text(.name).map { Name($0) } }
}

extension Form<TextTemplate> {
  /// A text with fields in braces.
  static func template(_ shape: TextShape) -> Form {
    Form<String>.text(shape.template).compactMap { try? TextTemplate($0) }
  }
}

extension Form<JSONPath> {
  static var documentPath: Form { Form<String>.text(.documentPath).compactMap { JSONPath($0) } }
}

extension Form where Output: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of the words that a type knows.
  static func word(_ cases: Output...) -> Form {
    let words = cases.isEmpty ? Output.allCases.map(\.rawValue) : cases.map(\.rawValue)
    return Form<String>.text(.word(words)).compactMap { Output(rawValue: $0) }
  }
}

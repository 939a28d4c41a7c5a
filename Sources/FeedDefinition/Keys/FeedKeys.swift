import FeedFormatting
import FeedLayout
import FeedModel

struct FeedKeys: KeySet {
  typealias Root = Feed
  static let doc = "A feed: its sources, sections, items and layouts."
  static let shape = KeyedShape<Self>("feed", "a feed file", blank: Feed())

  let feed = Key("feed", .integer(1...1)).required("The version of the format, which is 1.")
  let title = Key("title", .text(.title), \.title).optional("The title of the feed.")
  let timezone = Key("timezone", .timeZone, \.timeZone)
    .optional(
      "The time zone of written dates, by its name in the IANA database; by default UTC."
    )
  let store = Key("store", .object(StoreKeys.self), \.tracksOthers)
    .optional("The store that the queries read.")
  let pictures = Key("pictures", .object(PictureKeys.self), \.pictures)
    .optional("The pictures that the server serves: those that the 'image' of an item names.")
  let images = Key("images", .list(.text(.imageHost), least: 1), \.images)
    .optional(
      "The hosts of pictures on the web: the page shows an 'image' that is an https: address at one of them."
    )
  let sources = Key(
    "sources",
    .entries(.name, .source) { .init(id: Name($0), kind: $1) },
    \.sources
  )
  .optional("The sources of objects, by name.")
  let sections = Key("sections", .list(.object(SectionKeys.self)), \.sections)
    .optional("The sections, in the order of the feed.")
  let items = Key("items", .dictionary(.name, .object(AppearanceKeys.self)), \.items)
    .optional("The texts and flags of each kind of item, by kind.")
  let layouts = Key("layouts", .dictionary(.name, .layout), \.layouts)
    .optional("The layouts, by name.")
  let layout = Key("layout", .object(LayoutWholeKeys.self), \.layout)
    .optional("The settings of the layout as a whole.")
  let adapters = Key("adapters", .dictionary(.name, .adapter), \.adapters)
    .optional("The adapters of foreign messages, by name: statements alone, or a map.")
  let actions = Key("actions", .named(.name, .object(ActionKeys.self), by: \.name), \.actions)
    .optional("The actions on items and sections, by name.")
  let inputs = Key("inputs", .named(.name, .object(InputKeys.self), by: \.name), \.inputs)
    .optional("The inputs of messages while the feed runs, by name.")
  let alerts = Key("alerts", .named(.name, .object(AlertKeys.self), by: \.name), \.alerts)
    .optional("The alerts on items while the feed runs, by name.")
}

struct StoreKeys: KeySet {
  /// Whether changes of other programs are tracked; the paths of the files are read from the nodes.
  typealias Root = Bool
  static let doc = "The store that the queries read."
  static let shape = KeyedShape<Self>("store", "a store", blank: false)

  let schema = Key("schema", .text(.path))
    .optional("The file that holds the schema as plain SQL, applied once to an empty store.")
  let file = Key("file", .text(.path))
    .optional("An existing database, whose tables stay unchanged.")
  let seed = Key("seed", .text(.path))
    .optional("A fixture that is applied once, to an empty store, as one transaction.")
  let track = Key("track", .text(.word(["outside"]))) { tracks, _ in tracks = true }
    .optional(
      "'outside' creates triggers that record which rows other programs change; otherwise all rows are read again."
    )

  var rules: [KeyRule] { [.exactlyOne(schema, file), .requires(seed, schema)] }
}

struct PictureKeys: KeySet {
  typealias Root = PictureFolder
  static let doc =
    "The folder of pictures: PNG, JPEG, GIF, WebP and AVIF, each of at most 8 MiB."
  static let shape = KeyedShape<Self>("pictures", "a 'pictures'", blank: PictureFolder(path: ""))

  let folder = Key("folder", .text(.path), \.path)
    .required("The folder; items name files by their paths from there on.")
}

struct AppearanceKeys: KeySet {
  typealias Root = ItemAppearance
  static let doc =
    "The texts and marks of a kind of item. Texts contain fields in braces: {name}, {price:0.00}, {customer.name}."
  static let shape = KeyedShape<Self>("appearance", "an item", blank: ItemAppearance())

  let title = Key("title", .template(.any), \.title).optional("The title of the item.")
  let subtitle = Key("subtitle", .template(.any), \.subtitle)
    .optional("The secondary text.")
  let value = Key("value", .template(.any), \.value)
    .optional("The main figure, such as a price.")
  let badge = Key("badge", .template(.any), \.badge).optional("A short text in a corner.")
  let image = Key("image", .template(.any), \.image)
    .optional("The path or the address of a picture.")
  let flags = Key(
    "flags",
    .entries(.name, .text(.shownField)) { .init(name: $0, field: $1) },
    \.flags
  )
  .optional("Marks, each with the field that raises it unless it is NULL, zero or empty.")
  let tone = Key(
    "tone",
    .entries(.word(Tone.allCases.map(\.rawValue)), .condition) { (word: $0, condition: $1) }
  ) { appearance, rules in
    appearance.tones = rules.compactMap { rule in
      Tone(rawValue: rule.word).map { .init($0, where: rule.condition) }
    }
  }
  .optional(
    "The tones, each with its condition on the item's columns; the first that holds counts."
  )
  let spark = Key("spark", .text(.shownField), \.spark)
    .optional(
      "The field whose last minute the page and the terminal draw as a sparkline next to the value."
    )
  let bar = Key("bar", .measure, \.bar)
    .optional("The share that is drawn as a bar: a field from 0 to 1, or {field: cpu, to: 100}.")
  let gauge = Key("gauge", .measure, \.gauge)
    .optional("The share that the page draws as a gauge, and the terminal as a bar.")
  let fields = Key("fields", .list(.text(.shownField), least: 1), \.fields)
    .optional(
      "Fields that it carries without showing them, for programs that read the feed."
    )
  let link = Key("link", .object(LinkKeys.self), \.link)
    .optional("The link of its title; clients find the address under 'fields'.")

  var rules: [KeyRule] { [.requires(link, title)] }
}

struct MeasureKeys: KeySet {
  typealias Root = ItemAppearance.Measure
  static let doc = "A field and the values at which its bar or gauge is empty and full."
  static let shape = KeyedShape<Self>("measure", "a measure", blank: ItemAppearance.Measure(""))

  let field = Key("field", .text(.shownField), \.field).required("The field.")
  let from = Key("from", .number(.any), \.from)
    .optional("The value at which it is empty; by default 0.")
  let to = Key("to", .number(.any), \.to).optional("The value at which it is full; by default 1.")
}

extension Form<ItemAppearance.Measure> {
  /// A field, or a field with its range, which is not empty.
  static var measure: Form {
    let form = Form.short(.text(.shownField), or: MeasureKeys.self) { .init($0) }
    return Form(form.shape) { node, subject, problems in
      guard let measure = form.read(node, subject, problems) else { return nil }
      guard measure.from != measure.to else {
        problems.error(
          "empty-range",
          "'from' and 'to' of \(subject) are equal",
          hint: "write the values at which it is empty and full",
          at: node.position
        )
        return nil
      }
      return measure
    }
  }
}

struct LinkKeys: KeySet {
  typealias Root = LinkAppearance
  static let doc =
    "The link of the title: an https: address at one of the hosts. Other addresses are left out."
  static let shape = KeyedShape<Self>(
    "link",
    "a link",
    blank: LinkAppearance(to: .literal(""), hosts: [])
  )

  let to = Key("to", .template(.any), \.to).required("The address.")
  let hosts = Key("hosts", .oneOrMore(.text(.host)), \.hosts)
    .required("The allowed hosts, compared letter by letter.")
}

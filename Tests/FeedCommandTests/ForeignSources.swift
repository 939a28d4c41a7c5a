import Foundation
import TestSupport
import Testing

/// Sources for `feed init` in the shapes of other people's data, with random values.
struct ForeignSources: CustomTestStringConvertible {
  /// A file, or the SQL of a database if its name ends in `.db`.
  struct File {
    let name: String
    let text: String
  }

  /// The form in which the feed reads a source.
  enum Form: String {
    /// A document that is read again.
    case document
    /// A table of the feed's own.
    case own
    /// A copy of rows as a document.
    case copy
    /// A table of a database.
    case table
  }

  let name: String
  let files: [File]
  /// The forms of the sources, in the order of the feed file.
  let forms: [Form]
  /// The texts of the page.
  let shown: [String]
  /// Texts in the feed file.
  var written: [String] = []

  var testDescription: String { name }

  /// Creates sources with one file.
  init(
    _ name: String,
    _ file: String,
    _ text: String,
    _ form: Form,
    _ shown: [String],
    _ written: [String] = []
  ) {
    (self.name, files, forms) = (name, [File(name: file, text: text)], [form])
    (self.shown, self.written) = (shown, written)
  }

  init(
    _ name: String,
    _ files: [File],
    _ forms: [Form],
    _ shown: [String],
    _ written: [String] = []
  ) {
    (self.name, self.files, self.forms, self.shown) = (name, files, forms, shown)
    self.written = written
  }

  /// Returns all shapes, with values of a seed.
  static func all(seed: UInt64) -> [ForeignSources] {
    var random = SeededGenerator(seed: seed)
    let products = (1...Int.random(in: 2...9, using: &random)).map { ForeignProduct($0, &random) }
    return tables(products) + oddTables + documents(products) + oddMembers(products)
      + oddValues(products)
      + oddDocuments(products) + oddValues + databases(products) + oddDatabases(products)
      + several(products)
  }
}

/// A row of foreign sources.
struct ForeignProduct {
  let id: Int
  let name: String
  /// The price with two decimals.
  let price: String
  let status: String
  let created: String

  init(_ id: Int, _ random: inout SeededGenerator) {
    self.id = id
    let words = ["Chair", "Lamp", "Desk", "Größe", "Émail", "Bowl", "Rug", "価格"]
    name = "\(words.randomElement(using: &random) ?? "") \(id)"
    price = "\(Int.random(in: 1...900, using: &random)).\(Int.random(in: 10...99, using: &random))"
    status = ["ok", "late", "failed"].randomElement(using: &random) ?? ""
    created = "2026-0\(Int.random(in: 1...9, using: &random))-1\(id % 10)"
  }

  /// The object in JSON.
  var json: String { "{\(members)}" }

  /// The members of the object, without its id.
  var inner: String {
    #""name":"\#(name)","price":\#(price),"status":"\#(status)","created":"\#(created)""#
  }

  var members: String { "\"id\":\(id),\(inner)" }

  /// The cells, joined by a separator.
  func cells(_ separator: String, _ quote: String = "") -> String {
    ["\(id)", name, price, status, created].map { quote + $0 + quote }.joined(separator: separator)
  }
}

// MARK: - Comma-separated values

extension ForeignSources {
  private static func tables(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let prices = products.map(\.price)
    func table(
      _ separator: String = ",",
      quote: String = "",
      end: String = "\n",
      header: [String] = ["id", "name", "price", "status", "created"]
    ) -> String {
      let head = header.map { quote + $0 + quote }.joined(separator: separator)
      return ([head] + products.map { $0.cells(separator, quote) }).map { $0 + end }.joined()
    }
    return [
      ForeignSources("commas", "stock.csv", table(), .document, names + prices, ["format: csv"]),
      ForeignSources("semicolons", "stock.csv", table(";"), .document, names + prices),
      ForeignSources("tabs", "stock.tsv", table("\t"), .document, names + prices),
      ForeignSources("vertical bars", "stock.txt", table("|"), .document, names + prices),
      ForeignSources("quotes", "stock.csv", table(quote: "\""), .document, names + prices),
      ForeignSources("a byte order mark", "stock.csv", "\u{FEFF}" + table(), .document, names),
      ForeignSources("CRLF", "stock.csv", table(end: "\r\n"), .document, names + prices),
      ForeignSources("CR", "stock.csv", table(end: "\r"), .document, names + prices),
      ForeignSources("a line sep=", "stock.csv", "sep=;\n" + table(";"), .document, names),
      ForeignSources(
        "brackets in the header",
        "stock.csv",
        table(header: ["[Id]", "[Name]", "[Unit Price (€)]", "[Status]", "[Created]"]),
        .own,
        names + prices,
        ["'id' identifies the rows", "unit_price"]
      ),
      ForeignSources(
        "a code as the key",
        "stock.csv",
        table(header: ["Code", "name", "price", "status", "created"]),
        .document,
        names + prices,
        ["id: Code"]
      ),
    ]
  }

  /// Tables with unusual cells.
  private static var oddTables: [ForeignSources] {
    [
      ForeignSources(
        "no key",
        "log.csv",
        "what,size\nstart,1\nstop,2\nstart,1\n",
        .own,
        ["start", "stop"],
        ["is the number of a row, because no column identifies rows"]
      ),
      ForeignSources(
        "leading and trailing zeros",
        "parts.csv",
        "id,name,part,release\n1,A,007,1.10\n2,B,08,1.9\n",
        .own,
        ["007", "08"]
      ),
      ForeignSources(
        "versions with two decimals",
        "tools.csv",
        "id,name,version\n1,make,1.10\n2,cc,1.20\n",
        .own,
        ["1.10", "1.20"]
      ),
      ForeignSources(
        "long numbers",
        "cards.csv",
        "id,card,owner\n1,89014103211118510720,Ada\n2,89014103211118510721,Bo\n",
        .document,
        ["89014103211118510720", "89014103211118510721"]
      ),
      ForeignSources(
        "line breaks and quotes in cells",
        "notes.csv",
        "id,name,text\n1,\"say \"\"hi\"\"\",\"a\nb\"\n2,\"x, y\",c\n",
        .document,
        ["say \"hi\"", "x, y"]
      ),
      ForeignSources(
        "empty cells",
        "stock.csv",
        "id,name,price\n1,Chair,\n2,,2.50\n3,Lamp,10.00\n",
        .document,
        ["Chair", "Lamp", "2.50", "10.00"]
      ),
    ]
  }
}

// MARK: - JSON

extension ForeignSources {
  /// A list of objects with the given members, in JSON.
  private static func list(
    of products: [ForeignProduct],
    _ members: (ForeignProduct) -> String
  ) -> String {
    "[\(products.map { "{\(members($0))}" }.joined(separator: ","))]"
  }

  private static func documents(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let all = "[\(products.map(\.json).joined(separator: ",\n"))]"
    return [
      ForeignSources(
        "a list",
        "stock.json",
        all,
        .document,
        names,
        ["document: stock", "tone: {", "{price:0.00}", "{created:d MMM yyyy}"]
      ),
      ForeignSources("a list with a byte order mark", "stock", "\u{FEFF}" + all, .document, names),
      ForeignSources(
        "a wrapped list",
        "export.json",
        "{\"data\": {\"products\": \(all), \"total\": 3}, \"page\": 1}",
        .document,
        names,
        [#"items: "$.data.products""#]
      ),
      ForeignSources(
        "a list under a name with a space",
        "export.json",
        "{\"top stories\": \(all)}",
        .document,
        names
      ),
      ForeignSources(
        "texts as ids",
        "stock.json",
        list(of: products) { #""sku":"P-\#($0.id)",\#($0.inner)"# },
        .document,
        names,
        ["id: sku"]
      ),
      ForeignSources(
        "nulls and missing members",
        "stock.json",
        #"[{"id":1,"name":"Chair","price":null},{"id":2,"name":"Lamp"},{"id":3,"price":2.5}]"#,
        .document,
        ["Chair", "Lamp", "2.50"]
      ),
      ForeignSources(
        "metrics",
        "node.prom",
        "# TYPE up gauge\nup{job=\"api\"} 1\nup{job=\"web\"} 0\n",
        .document,
        ["up"],
        ["format: prometheus"]
      ),
    ]
  }

  /// Documents whose objects have unusual members.
  private static func oddMembers(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    return [
      ForeignSources(
        "names in other languages",
        "waren.json",
        list(of: products) { #""id":\#($0.id),"größe":"\#($0.name)","価格":\#($0.price)"# },
        .document,
        names
      ),
      ForeignSources(
        "names with spaces and brackets",
        "prices.json",
        list(of: products) {
          #""id":\#($0.id),"area":"\#($0.name)","Day-ahead [EUR/MWh]":\#($0.price)"#
        },
        .own,
        names,
        ["{day_ahead_eur_mwh:0.##}"]
      ),
      ForeignSources(
        "a field with signs that no item shows",
        "stock.json",
        list(of: products) { #"\#($0.members),"Day-ahead [EUR/MWh]":1"# },
        .document,
        names,
        ["Not shown: \"Day-ahead [EUR/MWh]\"."]
      ),
      ForeignSources(
        "inner lists and objects",
        "stock.json",
        list(of: products) { #"\#($0.members),"tags":["a",{"b":1}],"size":{"w":1,"h":2}"# },
        .document,
        names
      ),
    ]
  }

  /// Documents whose values are states, times, money or addresses.
  private static func oddValues(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    return [
      ForeignSources(
        "booleans and times in seconds",
        "jobs.json",
        list(of: products) {
          #"\#($0.members),"is_done":true,"updated_at":\#(1_790_000_000 + $0.id)"#
        },
        .document,
        names
      ),
      ForeignSources(
        "times in milliseconds",
        "quakes.json",
        list(of: products) {
          #""id":\#($0.id),"name":"\#($0.name)","time":\#((1_790_000_000 + $0.id) * 1_000)"#
        },
        .document,
        names + ["21 Sep 2026"],
        ["{time:d MMM yyyy HH:mm}"]
      ),
      ForeignSources(
        "money with a currency",
        "stock.json",
        list(of: products) { #"\#($0.members),"currency":"EUR""# },
        .document,
        names + products.map { "\($0.price) EUR" }
      ),
      ForeignSources(
        "pictures and links",
        "stock.json",
        list(of: products) {
          #"\#($0.members),"url":"https://shop.example/\#($0.id)","image":"https://cdn.example.com/a.png""#
        },
        .document,
        names,
        [
          "images: [cdn.example.com]", "image: \"{image}\"",
          "link: {to: \"{url}\", hosts: [shop.example]}",
        ]
      ),
    ]
  }

  private static func oddDocuments(_ products: [ForeignProduct]) -> [ForeignSources] {
    let names = products.map(\.name)
    let lines = products.map(\.json)
    let map = "{\(products.map { "\"p\($0.id)\":{\($0.inner)}" }.joined(separator: ","))}"
    return [
      ForeignSources("JSON Lines", "stock.jsonl", lines.joined(separator: "\n"), .own, names),
      ForeignSources(
        "JSON Lines with blank lines",
        "stock",
        lines.joined(separator: "\n\n") + "\n",
        .own,
        names
      ),
      ForeignSources(
        "an object of objects",
        "stock.json",
        map,
        .own,
        names,
        ["'id' identifies the rows", "item.key", "json_each(:message)"]
      ),
      ForeignSources(
        "an object of objects with texts that several share",
        "hosts.json",
        #"{"host1":{"region":"ams","cpu":64},"host2":{"region":"ams","cpu":32},"host3":{"region":"fra"}}"#,
        .own,
        ["host1", "host2", "ams"]
      ),
      ForeignSources(
        "a wrapped object of objects",
        "stock.json",
        "{\"data\":{\"stock\":\(map)}}",
        .own,
        names,
        ["json_each(:message ->> '$.data.stock')"]
      ),
      ForeignSources(
        "a list of lists",
        "sheet.json",
        "{\"range\":\"A1:C3\",\"values\":[[\"id\",\"name\",\"price\"],"
          + products.map { "[\($0.id),\"\($0.name)\",\($0.price)]" }.joined(separator: ",") + "]}",
        .own,
        names
      ),
      ForeignSources("one object", "one.json", lines[0], .own, [names[0]]),
      ForeignSources(
        "texts in inner objects only",
        "articles.json",
        "{\"data\":["
          + products.map { #"{"type":"articles","id":"\#($0.id)","attributes":{\#($0.inner)}}"# }
          .joined(separator: ",") + "]}",
        .document,
        names,
        ["{attributes.name}", "{attributes.price"]
      ),
    ]
  }

  /// Documents with unusual values.
  private static var oddValues: [ForeignSources] {
    [
      ForeignSources(
        "duplicate ids",
        "stock.json",
        #"[{"id":1,"what":"a"},{"id":1,"what":"b"}]"#,
        .own,
        ["a", "b"],
        ["'row_number' is the number of a row"]
      ),
      ForeignSources(
        "big numbers",
        "cards.json",
        #"[{"id":1,"card":89014103211118510720},{"id":2,"card":89014103211118510721}]"#,
        .own,
        ["89014103211118510720", "89014103211118510721"]
      ),
      ForeignSources(
        "long decimals",
        "points.json",
        #"[{"id":1,"place":"A","x":0.12345678901234567890},{"id":2,"place":"B","x":1.5}]"#,
        .own,
        ["A", "B"]
      ),
      ForeignSources(
        "several kinds of values",
        "mixed.json",
        #"[{"id":1,"v":1,"name":"A"},{"id":2,"v":"x","name":"B"},{"id":3,"v":[1],"name":"C"}]"#,
        .document,
        ["A", "B", "C"]
      ),
    ]
  }
}

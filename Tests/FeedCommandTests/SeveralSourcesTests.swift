import Foundation
import TestSupport
import Testing

@Suite("feed init from several sources", .waiting)
struct SeveralSourcesTests {
  @Test func `the message about a second database names the commands that add its rows`() throws {
    let directory = try TemporaryDirectory()
    for (name, table) in [("orders.db", "purchase"), ("people.db", "customer")] {
      try SQLiteClient(path: directory.path(name)).run(
        "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO \(table) VALUES (1, '\(table) 1');"
      )
    }
    let run = try FeedProgram.run(["init", "shop", "orders.db", "people.db"], in: directory.path)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        error[several-databases]: 'people.db' is a second database, and the store of a feed file is one database
          hint: write a feed for each, or name rows of 'people.db' as a file: sqlite3 -json people.db \
        'SELECT * FROM customer' > customer.json, and then feed init … orders.db customer.json

        """
    )
    #expect(directory.files == ["orders.db", "people.db"])
    // The commands of the hint, with the output of the first.
    _ = try directory.file("customer.json", #"[{"id":1,"name":"customer 1"}]"#)
    let next = try FeedProgram.run(
      ["init", "shop", "orders.db", "customer.json"],
      in: directory.path
    )
    #expect(next.status == 0, "\(next.errors)")
    let page = try FeedProgram.run(
      ["render", "shop/shop.yaml", "--allow-path", directory.path],
      in: directory.path
    )
    #expect(page.output.contains("purchase 1"), "\(page)")
    #expect(page.output.contains("customer 1"), "\(page)")
  }

  @Test func `sources that cannot be read are named, and the others become the feed`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("stock.json", #"[{"id":1,"name":"Chair"}]"#)
    _ = try directory.file("bad.csv", "id,name\n1,a\n2,\"b\n")
    _ = try directory.file("bad.db", "SQLite format 3\0 and no database")
    let run = try FeedProgram.run(
      ["init", "shop", "stok.json", "bad.csv", "stock.json", "bad.db", "--yes"],
      in: directory.path
    )
    #expect(run.status == 65)
    for part in [
      "'stok.json' cannot be read\n  hint: did you mean 'stock.json'?",
      "bad.csv:3: error[malformed-csv]: a cell begins with a double quote",
      "wrote shop/shop.yaml", "feed serve shop/shop.yaml",
    ] {
      #expect(run.errors.contains(part), "no \(part) in \(run.errors)")
    }
    let end = """
      error[missing-sources]: the feed is without 'stok.json' and 'bad.csv' and 'bad.db'
        hint: correct what the first messages name, and repeat the command with --force

      """
    #expect(run.errors.hasSuffix(end), "\(run.errors)")
    let page = try FeedProgram.run(["render", "shop/shop.yaml"], in: directory.path)
    #expect(page.output.contains("Chair"), "\(page)")
  }

  @Test func `keys name the columns of one of several sources`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("orders.csv", "number,sku,count\n1,a,2\n2,a,3\n")
    _ = try directory.file("stock.csv", "name,sku\nChair,a\nChair,b\n")
    func start(_ keys: String...) throws -> FeedProgram.Outcome {
      try FeedProgram.run(
        ["init", "shop", "orders.csv", "stock.csv", "--yes", "--force", "--import"]
          + keys.flatMap { ["--key", $0] },
        in: directory.path
      )
    }
    for (keys, message) in [
      (
        ["sku"],
        "--key sku applies to one of several sources; write --key orders=COLUMN (orders, stock)."
      ),
      (["shop=sku"], "--key shop=sku applies to one of several sources"),
    ] {
      let run = try start(keys[0])
      #expect(run.status == 64)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let wrong = try start("orders=sku")
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("error[duplicate-id]: column 'sku'"), "\(wrong.errors)")
    let run = try start("orders=number,sku", "stock.csv=sku")
    #expect(run.status == 0, "\(run.errors)")
    let schema = try String(contentsOfFile: directory.path("shop/shop.sql"), encoding: .utf8)
    #expect(schema.contains("PRIMARY KEY (number, sku)"), "\(schema)")
    #expect(schema.contains("sku TEXT NOT NULL PRIMARY KEY"), "\(schema)")
  }

  @Test func `sources of which none can be read leave no trace`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("empty.json", "[]")
    let run = try FeedProgram.run(["init", "shop", "a.json", "empty.json"], in: directory.path)
    #expect(run.status == 65)
    #expect(run.errors.contains("'a.json' cannot be read"), "\(run.errors)")
    #expect(run.errors.contains("'empty.json' has no rows"), "\(run.errors)")
    #expect(directory.files == ["empty.json"])
  }
}

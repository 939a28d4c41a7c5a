import FeedModel
import Foundation
import Testing

@testable import FeedStore

@Suite("Formats of documents")
struct BodyFormatTests {
  private func json(_ format: BodyFormat, _ text: String) throws -> String {
    String(decoding: try format.json(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("id,price\n1,2.50\n2,\n", #"[{"id":1,"price":2.50},{"id":2,"price":null}]"#),
    ("id;name\r\n007;\"a;b\"\r\n8;c\r\n", #"[{"id":"007","name":"a;b"},{"id":"8","name":"c"}]"#),
    (
      "id\tbig\n1\t9223372036854775808\n-2\t1\n",
      #"[{"id":1,"big":"9223372036854775808"},{"id":-2,"big":"1"}]"#
    ),
    ("\u{FEFF}id,text\n1,\"two\nlines\"\n", #"[{"id":1,"text":"two\nlines"}]"#),
    ("id,name\n", "[]"),
  ])
  func `a table of comma-separated values is a list of objects`(text: String, wanted: String) throws
  {
    #expect(try json(.csv, text).filter { $0 != "\n" } == wanted)
  }

  @Test(arguments: [
    ("a,a\n1,2\n", 1), ("a,b\n1,2,3\n", 2), ("a\n\"x\n", 2), ("a,b\n\"x\"y,1\n", 2),
  ])
  func `a table that cannot be read has the line of its mistake`(text: String, line: Int) {
    let problem = #expect(throws: FormatProblem.self) { try json(.csv, text) }
    #expect(problem?.line == line)
  }

  @Test(arguments: [
    ("sep=;\nid;text\n1;\"two\nlines\"\n\n2;x\n1;y\n", "duplicate-id", 7, "line 3 and line 7"),
    ("id,big\n1,2\n,3\n", "missing-id", 3, "line 3"),
  ])
  func `an object that cannot be read has its line in the table`(
    text: String,
    code: String,
    line: Int,
    place: String
  ) {
    var declaration = DocumentDeclaration(name: "table")
    declaration.format = .csv
    let error = #expect(throws: DocumentError.self) { try Document(text, as: declaration) }
    #expect(error?.code.rawValue == code)
    #expect(error?.line == line)
    #expect(error?.column == 1)
    #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
  }

  @Test func `a line is read with the header of its file`() throws {
    let line = try BodyFormat.csv.json(line: Array("7,\"a,b\"".utf8), header: Array("id,name".utf8))
    #expect(line.map { String(decoding: $0, as: UTF8.self) } == #"{"id":7,"name":"a,b"}"#)
    #expect(try BodyFormat.csv.json(line: [], header: Array("id,name".utf8)) == nil)
    #expect(try BodyFormat.prometheus.json(line: Array("# HELP a b".utf8), header: []) == nil)
  }

  @Test func `samples of Prometheus have their labels, types and help`() throws {
    let text = """
      # HELP http_requests_total The total number of HTTP requests.
      # TYPE http_requests_total counter
      http_requests_total{method="post",code="200"} 1027 1395066363000

      # Escaping in label values:
      msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9
      metric_without_timestamp_and_labels 12.47
      something_weird{problem="division by zero"} +Inf -3982045
      # TYPE http_request_duration_seconds histogram
      http_request_duration_seconds_bucket{le="0.05"} 24054
      nothing NaN
      """
    let document = try Document(
      Array(text.utf8),
      as: {
        var declaration = DocumentDeclaration(name: "metrics")
        declaration.format = .prometheus
        return declaration
      }()
    )
    let objects = document.objects
    #expect(
      objects.map(\.id.key.description) == [
        #"http_requests_total{code="200",method="post"}"#,
        #"msdos_file_access_time_seconds{error="Cannot find file:\n\"FILE.TXT\"",path="C:\\DIR\\FILE.TXT"}"#,
        "metric_without_timestamp_and_labels", #"something_weird{problem="division by zero"}"#,
        #"http_request_duration_seconds_bucket{le="0.05"}"#, "nothing",
      ]
    )
    #expect(objects[0].content["value"] == .integer(1027))
    #expect(objects[0].content["type"] == "counter")
    #expect(objects[0].content["help"] == "The total number of HTTP requests.")
    #expect(objects[0].content["timestamp"] == .integer(1_395_066_363_000))
    #expect(objects[1].content["value"] == .real(1_458_255_915))
    #expect(objects[1].content["error"] == "Cannot find file:\n\"FILE.TXT\"")
    #expect(objects[3].content["value"] == "+Inf")
    #expect(objects[4].content["type"] == "histogram")
    #expect(objects[5].content["value"] == "NaN")
  }

  @Test func `lines of Prometheus may end in CRLF, and label values begin with any character`()
    throws
  {
    let lines = ["# TYPE x counter", "x 1", "# a comment", "y{a=\"\u{301}b\"} 2", ""]
    let unix = try json(.prometheus, lines.joined(separator: "\n"))
    #expect(try json(.prometheus, lines.joined(separator: "\r\n")) == unix)
    #expect(unix.contains(#""type":"counter""#))
    #expect(unix.contains("\"a\":\"\u{301}b\""))
  }

  @Test(arguments: ["1a 2", "a", "a{b} 1", "a{b=\"c} 1", "a{b=\"c\",b=\"d\"} 1", "a x", "a 1 2 3"])
  func `a text that is not of Prometheus is refused`(text: String) {
    #expect(throws: FormatProblem.self) { try json(.prometheus, text) }
  }

  @Test func `a document of another format has the place of its mistake`() {
    var declaration = DocumentDeclaration(name: "shop")
    declaration.format = .csv
    let error = #expect(throws: DocumentError.self) {
      try Document("id,name\n1,a,b\n", as: declaration)
    }
    #expect(error?.code == .malformedCSV)
    #expect(error?.line == 2)
  }
}

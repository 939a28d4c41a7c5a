import FeedFormatting
import FeedModel
import Testing

@Suite("LinkAppearance")
struct LinkAppearanceTests {
  private static let link = LinkAppearance(
    to: .literal(""),
    hosts: ["ads.example", "xn--bcher-kva.example", "ads.example:8443"]
  )

  @Test(arguments: [
    "https://ads.example", "https://ads.example/", "https://ads.example/derby?from=feed#top",
    "HTTPS://ADS.EXAMPLE/derby", "https://ads.example:8443/",
    "https://ads.example?x=https://evil.example",
    "https://ads.example/@evil.example", "https://ads.example#@evil.example",
    "https://xn--bcher-kva.example/", "https://ads.example/%0d%0aSet-Cookie:x",
  ])
  func `an https address at a declared host is a link`(address: String) {
    #expect(Self.link.allows(address))
  }

  @Test(arguments: [
    // Other schemes, and addresses that browsers convert to them.
    "", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "vbscript:x", "blob:https://ads.example/1",
    "http://ads.example/", "ftp://ads.example/", "wss://ads.example/", "//ads.example/", "/derby",
    "ads.example", "https:ads.example", "https:/ads.example", "https:///ads.example",
    "view-source:https://ads.example/",
    // Other hosts.
    "https://evil.example/", "https://ads.example.evil.example/", "https://evilads.example/",
    "https://sub.ads.example/", "https://ads.example./", "https://ads.example:443/",
    "https://ads.example:80/", "https://ads.example:/", "https://ads%2eexample/",
    "https://127.0.0.1/",
    "https://[::1]/",
    // User names, which look like hosts.
    "https://ads.example@evil.example/", "https://user:word@ads.example/", "https://@ads.example/",
    "https://ads.example:x@evil.example/", "https://ads.example%40evil.example/",
    // Backslashes, spaces and control characters, which browsers convert or drop.
    "https://ads.example\\@evil.example/", "https://evil.example\\.ads.example/",
    "https:\\\\ads.example/", "https://ads.example /", " https://ads.example/",
    "https://ads.exam\tple/", "https://ads.example/\r\nx", "https://ads.example/\u{0}",
    "https://ads.example/\"onclick=alert(1)", "https://ads.example/<script>",
    // Letters that look like others, or are converted to them.
    "https://\u{0430}ds.example/", "https://ads\u{3002}example/", "https://ads\u{FF0E}example/",
    "https://\u{FF41}ds.example/", "https://ads.example\u{200B}/", "https://ad\u{017F}.example/",
    "https://ads.example\u{2044}x", "https://b\u{FC}cher.example/",
    "https://ads.example/\u{202E}gpj",
  ])
  func `links to undeclared hosts, other schemes and malformed URLs are rejected`(address: String) {
    #expect(!Self.link.allows(address))
  }

  @Test func `no address is longer than 2 KiB`() {
    let address = "https://ads.example/" + String(repeating: "x", count: 2_028)
    #expect(Self.link.allows(address))
    #expect(!Self.link.allows(address + "x"))
  }

  @Test func `an item has a link to the address of its fields, or no link`() throws {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      link: LinkAppearance(to: try TextTemplate("https://{host}/{id}"), hosts: ["ads.example"])
    )
    func face(_ host: String) -> ItemFace {
      let content = Content(
        shape: .init(["name", "host", "id"]),
        values: ["A", .text(Text(host)), 7]
      )
      return ItemFace(content, appearance: look)
    }
    #expect(face("ads.example").link == "https://ads.example/7")
    #expect(face("evil.example").link == "")
    #expect(look.fieldNames == ["name", "host", "id"])
  }
}

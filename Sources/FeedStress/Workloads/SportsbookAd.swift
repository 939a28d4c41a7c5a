/// An advertisement of the sportsbook's workload, as in the document.
struct SportsbookAd: Sendable {
  let id: String
  let title: String
  let text: String

  /// All advertisements; a few of them are shown at any time.
  static let pool: [SportsbookAd] = [
    SportsbookAd(
      id: "derby-day",
      title: "Derby day",
      text: "Northbridge v Harrow Vale: odds boosted"
    ),
    SportsbookAd(id: "riviera", title: "Riviera Open", text: "Every match point, live"),
    SportsbookAd(id: "acca", title: "Acca cover", text: "One leg lets you down? Stake back"),
    SportsbookAd(id: "hockey-night", title: "Hockey night", text: "Late puck drop from Kiruna"),
    SportsbookAd(id: "early-cash", title: "Cash out early", text: "Settle while the game is on"),
    SportsbookAd(id: "osaka", title: "大阪タイガース", text: "Volleyball from Osaka, tonight"),
    SportsbookAd(
      id: "darts",
      title: "180!",
      text: "Winter Matchplay: first nine-darter pays double"
    ),
    SportsbookAd(id: "limits", title: "Play it safe", text: "Set your limits in two taps"),
    SportsbookAd(id: "t20", title: "T20 Coast League", text: "Next-over markets on every game"),
    SportsbookAd(id: "summer", title: "Été en fête", text: "A free bet with your first one"),
  ]
}

extension JSONLine {
  /// Writes the list of the document; the caller writes the object around it.
  ///
  /// - Parameter image: The path of an ad's picture, by the ad's id.
  mutating func write(
    _ ads: [SportsbookAd],
    image: (String) -> String = { "ads/\($0).webp" }
  ) {
    array("ads") { line in
      for ad in ads {
        line.object { line in
          line.text("id", ad.id)
          line.text("title", ad.title)
          line.text("text", ad.text)
          line.text("image", image(ad.id))
          line.text("link", "https://ads.example/\(ad.id)")
        }
      }
    }
  }
}

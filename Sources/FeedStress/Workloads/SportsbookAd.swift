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

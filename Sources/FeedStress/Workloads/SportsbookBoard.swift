/// The offers of the sportsbook's workload: the current rows, and their state.
///
/// Ids are indices of the arrays plus a start value, so a row is found without a dictionary, and
/// nothing depends on the order of one.
struct SportsbookBoard {
  /// The seconds from 1970 to the midnight before the first day: that of the fixture is 2026-06-13.
  var midnight: Int64 = 1_781_308_800
  var sports: [Sport] = []
  var events: [Event] = []
  var markets: [Market] = []
  var selections: [Selection] = []

  static let firstEvent = 100
  static let firstMarket = 1_000
  static let firstSelection = 10_000

  struct Sport {
    let profile: SportProfile
    var order: Int
    var isActive = true
  }

  struct Event {
    let sport: Int
    let home: String
    let away: String
    let competition: String
    /// Minutes after the midnight before the first day.
    let startsAt: Int
    var status = Status.scheduled
    var isFeatured = false
    var isSuspended = false
    var points = [0, 0]
    var ticks = 0
    var markets: [Int] = []
    var isRemoved = false

    enum Status: String { case scheduled, live, finished }
  }

  struct Market {
    let event: Int
    let name: String
    let order: Int
    var status = Status.open
    var selections: [Int] = []
    var isRemoved = false

    enum Status: String { case open, suspended, closed }
  }

  struct Selection {
    let market: Int
    var name: String
    var order: Int
    /// The probability of the outcome, in ten-thousandths.
    var share: Int
    /// The share around which the prices of a season move.
    var fairShare = 0
    var isInBetslip = false
    var isRemoved = false
  }
}

extension SportsbookBoard.Selection {
  /// The price in hundredths: the fair one less a margin of five per cent, on the ladder of prices.
  var price: Int {
    let fair = min(max(100_000_000 / (105 * max(share, 1)), 101), 50_000)
    let step =
      switch fair {
      case ..<200: 1
      case ..<300: 2
      case ..<400: 5
      case ..<600: 10
      case ..<1_000: 20
      case ..<2_000: 50
      case ..<3_000: 100
      default: 500
      }
    return fair / step * step
  }
}

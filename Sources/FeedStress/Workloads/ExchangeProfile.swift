/// The activity at an exchange.
public struct ExchangeProfile: Hashable, Sendable {
  /// The name of the profile.
  public var name: String
  /// The events in play, and those before their start.
  public var live: Int
  /// The events before their start.
  public var standard: Int
  /// The markets of an event, of three runners each.
  public var markets: Int
  /// The messages in a second.
  public var messages: ClosedRange<Int>
  /// The changes of runners in a message.
  public var changes: ClosedRange<Int>
  /// The runners in a message of the image.
  public var imageSize: Int
  /// For how many seconds.
  public var seconds: Int

  /// A home screen on an ordinary evening: 250 to 600 changes a second.
  public static let home = ExchangeProfile(
    name: "home",
    live: 20,
    standard: 200,
    markets: 1,
    messages: 125...300,
    changes: 2...2,
    imageSize: 300,
    seconds: 30
  )
  /// The busiest minute of a Saturday: 500 messages and 1,500 changes a second.
  public static let peak = ExchangeProfile(
    name: "peak",
    live: 100,
    standard: 1_900,
    markets: 1,
    messages: 500...500,
    changes: 1...5,
    imageSize: 600,
    seconds: 20
  )
  /// More than there ever is: 45,000 runners, 2,000 in a message of the image, 10,000 changes a
  /// second.
  public static let stress = ExchangeProfile(
    name: "stress",
    live: 500,
    standard: 4_500,
    markets: 3,
    messages: 1_000...1_000,
    changes: 5...15,
    imageSize: 2_000,
    seconds: 10
  )
}

import FeedFormatting
import FeedModel
import FeedStore

struct AlertKeys: KeySet {
  typealias Root = AlertDeclaration
  static let doc =
    "A notification when a condition begins to hold for an item, and another when it ends or the item leaves the feed."
  static let shape = KeyedShape<Self>(
    "alert",
    "an alert",
    blank: AlertDeclaration(name: "", kind: "", where: RowCondition(field: ""))
  )

  let item = Key("item", .name, \.kind).required("The kind of the items.")
  let when = Key("when", .condition, \.condition)
    .required("The condition on the columns of the item's row: an SQL expression.")
  let patience = Key("for", .duration, \.patience)
    .optional("The time that the condition must hold; by default none.")
  let webhook = Key("webhook", .address) {
    var address = WebAddress(url: $1)
    address.method = .post
    $0.receiver = .webhook(address)
  }
  .optional(
    "The address that gets a POST request with each notification as JSON; without it and 'exec', each is a line on standard error."
  )
  let headers = Key("headers", .headers) { alert, headers in
    guard case .webhook(var address) = alert.receiver else { return }
    address.headers = headers
    alert.receiver = .webhook(address)
  }
  .optional("The headers of the requests; ${NAME} is a variable of the environment.")
  let exec = Key("exec", .command) { $0.receiver = .exec(CommandDeclaration($1)) }
    .optional(
      "A local program that runs for each notification, with --allow-exec only; its environment has the notification."
    )

  var rules: [KeyRule] { [.excludes(webhook, exec), .requires(headers, webhook)] }
}

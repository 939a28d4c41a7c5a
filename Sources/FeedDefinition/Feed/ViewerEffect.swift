/// What an action does on the page of a served feed: for its viewer alone, who keeps it in the browser.
///
/// Where many look on, what one puts on a betslip is nobody else's business. The statements of such an
/// action run where one works with the store, as in `feed watch` and `feed act`.
public enum ViewerEffect: Hashable, Sendable {
  /// Raises a flag of the item, or lowers it.
  case toggle(String)
  /// Folds the section of the item away, or shows it again.
  case fold
  /// Shows those sections only whose ids match one of these globs, or all again.
  ///
  /// `{id}` stands for the key of the item, `{group}` for that of its section's group.
  case show([String])
}

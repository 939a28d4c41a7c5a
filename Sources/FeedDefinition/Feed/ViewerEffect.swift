/// An effect of an action on one viewer's page; the browser keeps it.
///
/// On a served feed, one viewer's betslip is not visible to other viewers. The statements of such an
/// action run only in programs that work on the store, such as `feed watch` and `feed act`.
public enum ViewerEffect: Hashable, Sendable {
  /// Sets or clears a flag of the item.
  case toggle(String)
  /// Folds or unfolds the section of the item.
  case fold
  /// Shows only the sections whose ids match one of these globs, or all sections again.
  ///
  /// `{id}` stands for the key of the item, and `{group}` for the key of its section's group.
  case show([String])
}

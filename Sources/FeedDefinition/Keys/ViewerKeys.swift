struct ViewerKeys: KeySet {
  typealias Root = ViewerEffect
  static let doc = "The effect of an action for its viewer alone, on the page of a served feed."
  static let shape = KeyedShape<Self>("viewer", "a 'viewer'", blank: ViewerEffect.fold)

  let toggle = Key("toggle", .text(.name)) { $0 = .toggle($1) }
    .optional("The flag of the item that it toggles.")
  let fold = Key("fold", .text(.word(["group"]))) { effect, _ in effect = .fold }
    .optional("Folds or unfolds the section of the item.")
  let show = Key("show", .oneOrMore(.text(.sections))) { $0 = .show($1) }
    .optional(
      "The sections that it shows alone, by their ids: * stands for any characters, ? for one, {id} for the item's key, "
        + "{group} for its group's."
    )

  var rules: [KeyRule] { [.exactlyOne(toggle, fold, show)] }
}

import ArgumentParser

/// The frequency of comparisons between incremental state and the whole result of its query.
struct SelfCheckOption: ParsableArguments {
  @Option(
    name: .customLong("self-check"),
    help: ArgumentHelp(
      "Compares a section with its query after this share of the versions, as 0.01; off without it.",
      valueName: "rate"
    )
  )
  var rate: Double?

  func validate() throws {
    guard let rate, !(rate > 0 && rate <= 1) else { return }
    throw ValidationError("--self-check must be a share of the versions, above 0 and at most 1.")
  }
}

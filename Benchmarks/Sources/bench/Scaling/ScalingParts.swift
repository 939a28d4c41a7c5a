import Measuring

let scalingParts = ScaledChange.all.map { change in
  Part("scaling-\(change.name)", of: "One change", "\(change.title), stage by stage, 1k to 1M") {
    try await measureStages(of: change, &$0)
  }
}

/// The sums over all cases so far.
struct Totals: Codable {
  private(set) var cases = 0
  private(set) var commits = 0
  /// The transactions that SQLite has refused, as it must.
  private(set) var failures = 0
  private(set) var versions = 0
  /// The cases whose feed file was refused.
  private(set) var refused = 0
  private(set) var faults = 0
  /// In how many cases each feature was used, by its name.
  private(set) var uses: [String: Int] = [:]
  private(set) var reasons: [String: Int] = [:]

  mutating func add(_ model: FeedCase, _ verdict: Verdict) {
    cases += 1
    commits += verdict.commits
    failures += verdict.failures
    versions += verdict.versions
    if case .refused(let message) = verdict.outcome {
      refused += 1
      // The seed leads to the whole case; the code alone makes kinds of refusals comparable.
      let code = message.prefixMatch(of: /.*?error\[(.*?)\]/.dotMatchesNewlines())?.1
      reasons[code.map { String($0) } ?? message, default: 0] += 1
    }
    if verdict.fault != nil { faults += 1 }
    for feature in model.features { uses[feature.name, default: 0] += 1 }
  }
}

extension Totals: CustomStringConvertible {
  var description: String {
    let kinds = reasons.sorted { $0.value > $1.value }.map { "\($1) \($0)" }
    return
      "\(cases) cases, \(commits) commits (and \(failures) that failed), \(versions) versions, "
      + "\(refused) refused\(kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"), "
      + "\(faults) faults"
  }
}

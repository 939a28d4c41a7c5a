import FeedDefinition
package import FeedModel
import FeedStore

extension FeedEngine {
  private static let alertPrefix = "alert:"

  /// Returns what is stored of the alerts, by alert and item: `down:service:service/7`.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func alertStates() throws -> [String: Value] {
    let states = try core.store.withWriter { try $0.states(namedLike: Self.alertPrefix) }
    return Dictionary(
      uniqueKeysWithValues: states.map {
        (String($0.name.dropFirst(Self.alertPrefix.count)), $0.value)
      }
    )
  }

  /// Returns the number of items for which each declared alert fires.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func firingAlerts() throws -> [(alert: String, items: Int)] {
    guard !feed.alerts.isEmpty else { return [] }
    let raised = try alertStates().filter { _, value in
      value.string.flatMap(AlertState.init(json:))?.isRaised == true
    }
    return feed.alerts.map { alert in
      (alert.name, raised.keys.count { $0.hasPrefix(alert.name + ":") })
    }
  }

  /// Stores the states of alerts in one transaction; `nil` removes a state.
  ///
  /// No query is evaluated, so that other programs wait for the write alone.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func keep(alertStates states: [String: Value?]) async throws {
    guard !states.isEmpty else { return }
    try await whenUnlocked {
      try core.store.withWriter { writer in
        let changes = try writer.transaction { writer in
          for (name, value) in states {
            if let value {
              try writer.setState(value, named: Self.alertPrefix + name)
            } else {
              try writer.removeState(named: Self.alertPrefix + name)
            }
          }
        }
        writer.keepLasting(changes)
      }
    }
  }
}

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

  /// Stores the states of alerts in one transaction; `nil` removes a state.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func keep(alertStates states: [String: Value?]) async throws {
    guard !states.isEmpty else { return }
    _ = try await whenUnlocked {
      try publish(
        core.commit { writer in
          for (name, value) in states {
            if let value {
              try writer.setState(value, named: Self.alertPrefix + name)
            } else {
              try writer.removeState(named: Self.alertPrefix + name)
            }
          }
        }
      )
    }
  }
}

package import Logging
package import ServiceLifecycle
package import UnixSignals

extension ServiceGroup {
  /// Runs one server until it ends, or is told to drain.
  ///
  /// - Parameters:
  ///   - server: The server; its end is the end of the group.
  ///   - signals: The signals that tell it to drain.
  ///   - logger: Where the group says what it does.
  package init(serving server: some Service, until signals: [UnixSignal] = [], logger: Logger) {
    self.init(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(
            service: server,
            successTerminationBehavior: .gracefullyShutdownGroup,
            serviceName: "feed"
          )
        ],
        gracefulShutdownSignals: signals,
        logger: logger
      )
    )
  }
}

package import Logging
package import ServiceLifecycle
package import UnixSignals

extension ServiceGroup {
  /// Runs a server until it ends or is asked to shut down.
  ///
  /// - Parameters:
  ///   - server: The server; the group ends when it ends.
  ///   - signals: The signals that shut it down.
  ///   - logger: The destination of the group's log messages.
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

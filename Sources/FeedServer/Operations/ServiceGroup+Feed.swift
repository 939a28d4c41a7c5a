package import Logging
package import ServiceLifecycle
package import UnixSignals

extension ServiceGroup {
  /// Runs a server until it ends or is asked to shut down.
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

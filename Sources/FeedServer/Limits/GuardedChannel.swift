import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A channel that passes a gate before any other processing.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let rules: GateRules

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { [rules] value in
      let pipeline = channel.pipeline.syncOperations
      let gate = ConnectionGate(rules)
      // The kernel buffers a bounded number of bytes for a client that does not read.
      if let bytes = rules.sendBuffer {
        try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: bytes)
      }
      if rules.isSecure {
        let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
        try pipeline.addHandler(HandshakeListener(gate, logger), position: .after(tls))
      } else {
        // The connection keeps its first read buffer, and the request for a stream is short.
        try channel.syncOptions?.setOption(
          .recvAllocator,
          value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536)
        )
      }
      try pipeline.addHandler(gate, position: .first)
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}

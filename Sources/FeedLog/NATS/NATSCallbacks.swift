import CNats

/// The callbacks of libnats, which run on its own threads.
enum NATSCallbacks {
  /// Forwards a message to its receiver.
  static func received(_ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
    defer { unsafe natsMsg_Destroy(message) }
    guard let receiver = NATSReceivers[UInt(bitPattern: closure)],
      let subject = unsafe natsMsg_GetSubject(message).map({ unsafe String(cString: $0) })
    else { return }
    let count = Int(unsafe natsMsg_GetDataLength(message))
    let body = unsafe UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count)
    receiver.received(
      NATSMessage(
        reply: unsafe natsMsg_GetReply(message).map { unsafe String(cString: $0) },
        body: unsafe Array(body),
        status: count == 0 ? unsafe status(of: message) : nil
      ),
      on: subject[...]
    )
  }

  /// Notifies the router that the connection is lost.
  static func disconnected(_ closure: UnsafeMutableRawPointer?) {
    (NATSReceivers[UInt(bitPattern: closure)] as? NATSRouter)?.disconnected()
  }

  /// Notifies the router that libnats has closed the connection.
  static func closed(_ closure: UnsafeMutableRawPointer?) {
    (NATSReceivers[UInt(bitPattern: closure)] as? NATSRouter)?.finish()
  }

  private static func status(of message: OpaquePointer?) -> NATSMessage.Status? {
    guard let code = unsafe header("Status", of: message).flatMap({ Int($0) }) else { return nil }
    return NATSMessage.Status(
      code: code,
      text: unsafe header("Description", of: message) ?? "",
      missing: unsafe header("Nats-Pending-Messages", of: message).flatMap { Int($0) }
    )
  }

  private static func header(_ name: String, of message: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
